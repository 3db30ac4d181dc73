/* Correct all: the common reason is required only while a turn has no reason of its own. */

const form = document.querySelector("#several[data-needs-reason]");
if (form) {
  const shared = form.elements.reason;
  const own = [...form.querySelectorAll("[data-own-reason]")];
  form.addEventListener("input", () => {
    shared.required = own.some((box) => !box.value.trim());
  });
}
