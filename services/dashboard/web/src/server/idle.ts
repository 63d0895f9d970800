const IDLE_AFTER_MS = 60_000;

let touchedAtMs = performance.now();

const touched = (): void => {
  touchedAtMs = performance.now();
};

for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus']) {
  window.addEventListener(type, touched, { capture: true, passive: true });
}

/** Reads of an idle page do not extend the session. */
export const isIdle = (): boolean => performance.now() - touchedAtMs >= IDLE_AFTER_MS;
