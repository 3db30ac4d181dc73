/* Return a kiosk to its start page after a while without a touch, even if something was typed. */

const { back, after } = document.body.dataset;

if (back) {
  let timer = 0;
  const begin = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (location.pathname !== back || location.search || document.querySelector("input:not([type=hidden]):not(:placeholder-shown)")?.value) {
        location.replace(back);
      } else {
        begin();
      }
    }, Number(after) * 1000);
  };
  for (const kind of ["pointerdown", "keydown", "input", "scroll"]) addEventListener(kind, begin, { passive: true });
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.replace(back);
  });
  begin();
}
