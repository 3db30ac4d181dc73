/* Correct all: the reason for all is needed only while a turn has none of its own. */

const form = document.querySelector("#several[data-needs-reason]");
if (form) {
  const shared = form.elements.reason;
  const own = [...form.querySelectorAll("[data-own-reason]")];
  form.addEventListener("input", () => {
    shared.required = own.some((box) => !box.value.trim());
  });
}
