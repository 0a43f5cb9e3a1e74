import type { Me } from '#contract/users.ts';

/** Signs in with a passkey alone; nothing where the browser has none of that. */
export function PasskeySignIn(_props: { onDone(me: Me): void }) {
  return null;
}
