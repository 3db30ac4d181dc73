/* A name dragged onto another one: the two change places, as with the form “Swap two names”. */

const swap = document.querySelector("form[data-do='swap']");
const seats = swap ? document.querySelectorAll("[data-seat]") : [];
let dragged = null;

function clear() {
  for (const seat of seats) seat.classList.remove("dragged", "drop-here");
}

for (const seat of seats) {
  seat.draggable = true;
  seat.addEventListener("dragstart", (event) => {
    dragged = seat;
    seat.classList.add("dragged");
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", seat.textContent.trim());
  });
  seat.addEventListener("dragover", (event) => {
    if (!dragged || dragged === seat) return;
    event.preventDefault();
    seat.classList.add("drop-here");
  });
  seat.addEventListener("dragleave", () => seat.classList.remove("drop-here"));
  seat.addEventListener("dragend", () => {
    dragged = null;
    clear();
  });
  seat.addEventListener("drop", (event) => {
    event.preventDefault();
    if (!dragged || dragged === seat) return;
    swap.elements.one.value = dragged.dataset.seat;
    swap.elements.other.value = seat.dataset.seat;
    clear();
    swap.requestSubmit(swap.querySelector("button[name='do']"));
  });
}
