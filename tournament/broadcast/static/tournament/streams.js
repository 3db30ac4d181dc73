/* The form that builds the address of a source, with a preview. */

const form = document.querySelector("[data-builder]");
const address = document.getElementById("source-address");
const text = document.getElementById("source-text");
const preview = document.querySelector("[data-preview]");

function build() {
  const { place, slot, field, ...styles } = Object.fromEntries(new FormData(form));
  const path = `/stream/${place}/${slot}/${field}`;
  const query = new URLSearchParams(Object.entries(styles).filter(([, value]) => value)).toString();
  const page = `${path}/${query ? `?${query}` : ""}`;
  address.value = form.dataset.base + page;
  text.value = `${form.dataset.base}${path}.txt`;
  if (preview.dataset.shown !== page) {
    preview.dataset.shown = page;
    preview.src = page;
  }
}

form.addEventListener("input", build);
build();
