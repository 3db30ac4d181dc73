/* The menu of reports by keyboard: arrow keys move up and down the list. */

function go(step) {
  const links = [...document.querySelectorAll(".menu-list a")];
  links[links.indexOf(document.activeElement) + step]?.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const inList = Boolean(event.target.closest?.(".menu-list"));
  if (inList && event.key === "ArrowDown") go(1);
  else if (inList && event.key === "ArrowUp") go(-1);
  else return;
  event.preventDefault();
});
