// Whether a person is at this tab. A session ends that nobody uses, so what a page asks for by itself says so (polling, what the cable told).

/** Milliseconds after a sign of life in which a call counts as the person's: pages answer some clicks with several calls. */
const patience = 60_000;
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;

let lastSign = performance.now(); // somebody has opened the page
if (typeof window !== 'undefined')
  for (const sign of signs) window.addEventListener(sign, noteSign, { capture: true, passive: true });

export function noteSign() {
  lastSign = performance.now();
}

export const isAttended = () => performance.now() - lastSign < patience;
