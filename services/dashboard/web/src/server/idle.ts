/** Whoever has touched nothing for so long may not be there. */
const IDLE_AFTER_MS = 60_000;

let touchedAtMs = performance.now();

const touched = (): void => {
  touchedAtMs = performance.now();
};

for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus']) {
  window.addEventListener(type, touched, { capture: true, passive: true });
}

/** Whether somebody uses the page; what a page asks while nobody does is no use of the session. */
export const isIdle = (): boolean => performance.now() - touchedAtMs >= IDLE_AFTER_MS;
