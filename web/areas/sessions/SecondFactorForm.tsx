import type { SecondFactorNeeded } from '#contract/sessions.ts';
import type { Me } from '#contract/users.ts';

/** The second question of a sign-in. */
export function SecondFactorForm(_props: { needed: SecondFactorNeeded; onDone(me: Me): void; onCancel(): void }) {
  return null;
}
