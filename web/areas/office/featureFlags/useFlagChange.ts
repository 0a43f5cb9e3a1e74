// Switches a feature for the company or one user; the notice takes it back.
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { type FeatureFlag, listFeatureFlags, updateFeatureFlag } from '#contract/featureFlags.ts';
import type { Person } from '#contract/users.ts';

interface Change {
  /** Nobody: the company. */
  user?: Person;
  /** Null removes the setting: then the company's counts or, for the company, the variant's. */
  enabled: boolean | null;
  before: boolean | null;
}

export function useFlagChange() {
  const { mutate } = useSend(updateFeatureFlag, { invalidates: [listFeatureFlags] });
  return function change({ feature, title, variant }: FeatureFlag, { user, enabled, before }: Change, onDone?: () => void) {
    const set = (value: boolean | null, done?: () => void) =>
      mutate({ body: { feature, user_id: user?.id ?? null, enabled: value } }, { onSuccess: () => done?.() });
    set(enabled, () => {
      onDone?.();
      const target = user?.name ?? 'the company';
      const text =
        enabled === null && user
          ? `${title}: ${user.name} has what the company has`
          : `${title} is ${(enabled ?? variant) ? 'on' : 'off'} for ${target}`;
      notice.done(text, () => set(before));
    });
  };
}
