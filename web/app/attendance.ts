// Whether a person uses this tab. Unused sessions end, so calls that a page makes by itself (polling, cable) are marked.

/** Milliseconds after an input in which a call counts as the person's: some clicks cause several calls. */
const patience = 60_000;
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;

let lastSign = performance.now(); // a person opened the page
if (typeof window !== 'undefined')
  for (const sign of signs) window.addEventListener(sign, noteSign, { capture: true, passive: true });

export function noteSign() {
  lastSign = performance.now();
}

export const isAttended = () => performance.now() - lastSign < patience;
