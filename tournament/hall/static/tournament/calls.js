/* The bell at the desk: rings once for every call of a table (data-call) that nobody has seen.
 *
 * It is off until the button data-sound turns it on, for this browser. A browser lets a page make sounds only after a
 * click or a key, so a page that was loaded since begins to ring with the next one; until then its button says so.
 */

const WANTED = "ninetimer-bell";
const RUNG = "ninetimer-rung";
const TITLE = document.title;
const TONES = [880, 660]; // in Hz, one after the other

let audio = null;
const isOn = () => audio?.state === "running";

function ring() {
  TONES.forEach((tone, n) => {
    const at = audio.currentTime + n * 0.35;
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0.3, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.6);
    const tune = new OscillatorNode(audio, { frequency: tone });
    tune.connect(volume).connect(audio.destination);
    tune.start(at);
    tune.stop(at + 0.6);
  });
}

/* Return whether a call is there that was not rung for, and note that it is now. */
function isNew() {
  const rung = new Set(JSON.parse(sessionStorage.getItem(RUNG) ?? "[]"));
  const known = rung.size;
  for (const call of document.querySelectorAll("[data-call]")) rung.add(call.dataset.call);
  if (rung.size === known) return false;
  sessionStorage.setItem(RUNG, JSON.stringify([...rung]));
  return true;
}

/* Ring for calls that are new, count them before the title, and let the button say what it does. */
function look() {
  const count = document.querySelectorAll("[data-call]").length;
  const title = count ? `(${count}) ${TITLE}` : TITLE;
  if (document.title !== title) document.title = title;
  for (const button of document.querySelectorAll("[data-sound]")) {
    const label = isOn() ? button.dataset.off : button.dataset.on;
    button.hidden = false;
    if (button.textContent !== label) button.textContent = label;
  }
  if (isOn() && isNew()) ring();
}

function begin() {
  if (isOn() || !localStorage.getItem(WANTED) || navigator.userActivation?.hasBeenActive === false) return;
  if (!audio) {
    audio = new AudioContext();
    audio.addEventListener("statechange", look);
  }
  audio.resume().then(look);
}

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-sound]")) return;
  if (isOn()) {
    localStorage.removeItem(WANTED);
    audio.suspend();
  } else {
    localStorage.setItem(WANTED, "1");
    begin();
    if (!audio) return;
    isNew();
    ring();
  }
});
for (const gesture of ["click", "keydown"]) document.addEventListener(gesture, begin);
new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
if (navigator.userActivation?.hasBeenActive) begin(); // a panel that came later than the click
look();
