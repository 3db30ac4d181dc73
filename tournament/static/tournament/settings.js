/* Lists in sections, of settings or papers: a search leaves the rows that contain every word, with their sections
 * unfolded. `data-setting` holds more words of a row. */

const search = document.querySelector("[data-find-setting]");
const none = document.querySelector("[data-no-setting]");
const sentence = document.querySelector("[data-no-setting-text]").content.textContent;
const sections = [...document.querySelectorAll("[data-settings]")];
const atFirst = new Map(sections.map((section) => [section, section.open]));

search.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const section of sections) {
    let any = false;
    for (const setting of section.querySelectorAll("[data-setting]")) {
      setting.hidden = !words.every((word) => `${setting.textContent} ${setting.dataset.setting}`.toLowerCase().includes(word));
      any ||= !setting.hidden;
    }
    section.hidden = !any;
    section.open = words.length ? any : atFirst.get(section);
  }
  none.textContent = sections.every((section) => section.hidden) ? sentence : "";
});

/* Enter searches nothing further, and submits nothing. */
search.addEventListener("keydown", (event) => {
  if (event.key === "Enter") event.preventDefault();
});
