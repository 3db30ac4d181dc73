/* The table of results: a click on an empty score enters a result there, one on a score leads to its correction. */

const form = document.querySelector("[data-entry-line]");
const cells = (row) => [...row.querySelectorAll(".score-one, .score-two")];
const isEmpty = (row) => cells(row).every((cell) => !cell.textContent.trim());

function close(row) {
  for (const cell of cells(row)) cell.replaceChildren();
}

/* Enter both scores as a line of this board; questions and refusals appear in their usual place. */
function enter(row, inputs) {
  const missing = inputs.find((input) => !input.value.trim());
  if (missing) {
    missing.focus();
    return;
  }
  const board = row.querySelector(".board").textContent.trim();
  form.elements.line.value = `b${board} ${inputs.map((input) => input.value.trim()).join(" ")}`;
  close(row);
  form.requestSubmit();
}

function open(row, clicked) {
  const inputs = cells(row).map((cell) => {
    const input = document.createElement("input");
    input.inputMode = "numeric";
    input.autocomplete = "off";
    input.size = 4;
    input.setAttribute("aria-label", cell.closest("table").tHead.rows[0].cells[cell.cellIndex].ariaLabel);
    cell.replaceChildren(input);
    return input;
  });
  inputs[cells(row).indexOf(clicked)].focus();
  row.onkeydown = (event) => {
    if (event.key === "Enter") enter(row, inputs);
    else if (event.key === "Escape") close(row);
    else return;
    event.preventDefault();
  };
}

document.addEventListener("click", (event) => {
  const cell = event.target.closest(".boards .score-one, .boards .score-two");
  const board = cell?.parentElement.querySelector(".board a");
  if (!board || event.target.closest("input")) return;
  if (!isEmpty(cell.parentElement)) board.click();
  else if (form) open(cell.parentElement, cell);
});
