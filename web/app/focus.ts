// Keeps the keyboard focus. A browser moves it to the page when the focused element disappears or is disabled: a closed
// dialog returns it to its opener, a list or a button keeps it. A refused form moves it to its first wrong field.

interface Place {
  element: HTMLElement;
  /** The element and its ancestors, itself first: unknown after it is removed. */
  path: HTMLElement[];
}

/** The last place of the focus; null if the user left it for nowhere. */
let last: Place | null = null;
/** By dialog: where the focus was before it opened. */
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
    if (!(target instanceof HTMLElement) || isDisabled(target)) return; // enabled again when it is checked
    // The user clicked beside it.
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
    // After other code that moves the focus: a dialog that opens, a new page.
    setTimeout(() => {
      looking = false;
      look();
    }, 50);
  };
  document.addEventListener('submit', ({ target }) => {
    sent = target instanceof HTMLFormElement ? target : null;
    lookSoon(); // a field that was wrong before sending changes nothing
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
  const wrong = sent?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]'); // the latter is Mantine's mark for passwords
  if (wrong) {
    sent = null;
    wrong.focus();
  } else if (last && isLost()) {
    restore(last);
  }
}

function restore({ element, path }: Place) {
  if (element.isConnected) {
    if (!isDisabled(element)) element.focus(); // otherwise when it is enabled
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
