/* The bell at the desk: ring once for every unseen call from a table (data-call).
 *
 * It is off until the button data-sound turns it on in this browser. Browsers allow sounds only after a click or a
 * key press, so a newly loaded page starts to ring after the next one; until then its button shows that.
 */

const WANTED = "ninetimer-bell";
const RUNG = "ninetimer-rung";
const TITLE = document.title;
const TONES = [880, 660]; // in Hz, played in sequence

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

/* Return whether there is a new call, and mark all calls as rung. */
function isNew() {
  const rung = new Set(JSON.parse(sessionStorage.getItem(RUNG) ?? "[]"));
  const known = rung.size;
  for (const call of document.querySelectorAll("[data-call]")) rung.add(call.dataset.call);
  if (rung.size === known) return false;
  sessionStorage.setItem(RUNG, JSON.stringify([...rung]));
  return true;
}

/* Ring for new calls, show their number in the title, and update the button. */
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
if (navigator.userActivation?.hasBeenActive) begin(); // the panel was loaded after the click
look();
