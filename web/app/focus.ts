// Keeps the keyboard's place. A browser drops the focus to the page's root where the focused thing goes, or is disabled while it works: a dialog
// that closes gives it back to what opened it, a list keeps it, a button has it again. And a form that is refused leads to its first wrong field.

interface Place {
  element: HTMLElement;
  /** What it stands in, outwards, itself first: known no more once it is gone. */
  path: HTMLElement[];
}

/** Where the focus was last; null once the user has left it for nowhere. */
let last: Place | null = null;
/** By dialog: where the focus was before. */
const openers = new WeakMap<Element, Place>();
/** Sent, and not yet answered by a wrong field. */
let sent: HTMLFormElement | null = null;

const placesToBe = '[role="dialog"], ul, ol, form, section, main';
const isLost = () => document.activeElement === document.body;
const isDisabled = (element: Element) => element.matches(':disabled');

export function keepFocus() {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) arriveAt(target);
  });
  document.addEventListener('focusout', ({ target }) => {
    if (!(target instanceof HTMLElement) || isDisabled(target)) return; // enabled again by the time it is looked at
    // Nothing took it away: somebody clicked beside it.
    setTimeout(() => {
      if (isLost() && target === last?.element && target.isConnected) last = null;
    });
  });
  document.addEventListener('input', () => {
    sent = null;
  });
  let looking = false;
  const lookSoon = () => {
    if (looking) return;
    looking = true;
    // After whoever else has a mind of where the focus goes: a dialog that opens, a page that was arrived at.
    setTimeout(() => {
      looking = false;
      look();
    }, 50);
  };
  document.addEventListener('submit', ({ target }) => {
    sent = target instanceof HTMLFormElement ? target : null;
    lookSoon(); // a field that was wrong before the form was sent changes nothing
  });
  new MutationObserver(lookSoon).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'aria-invalid', 'data-invalid'],
  });
}

function arriveAt(element: HTMLElement) {
  const path: HTMLElement[] = [];
  for (let at: HTMLElement | null = element; at; at = at.parentElement) path.push(at);
  const dialog = element.closest('[role="dialog"]');
  if (dialog && last && !last.path.includes(dialog as HTMLElement) && !openers.has(dialog)) openers.set(dialog, last);
  last = { element, path };
}

function look() {
  if (sent && !sent.isConnected) sent = null;
  const wrong = sent?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]'); // the latter is Mantine's word for passwords
  if (wrong) {
    sent = null;
    wrong.focus();
  } else if (last && isLost()) {
    restore(last);
  }
}

function restore({ element, path }: Place) {
  if (element.isConnected) {
    if (!isDisabled(element)) element.focus(); // else once it is enabled
    return;
  }
  const gone = path.find((each) => !each.isConnected && each.matches('[role="dialog"]'));
  const opener = gone && openers.get(gone);
  if (opener) return restore(opener);
  const around = path.find((each) => each.isConnected && each.matches(placesToBe)) ?? document.querySelector('main');
  if (!around) return;
  if (!around.hasAttribute('tabindex')) around.tabIndex = -1;
  around.focus({ preventScroll: true });
}
