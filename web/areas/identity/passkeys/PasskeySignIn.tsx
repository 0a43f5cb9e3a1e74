import { Button, Stack } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { call, isRefused } from '#app/api.ts';
import { textOf } from '#app/notices.tsx';
import type { Me } from '#contract/me.ts';
import { createSessionByPasskey, startPasskeySignIn } from '#contract/signIn.ts';
import { FormError } from '#ui/FormError.tsx';
import { browserTimeZone } from '#web/app/browserZone.ts';
import { askForPasskey, hasPasskeys } from './passkeys.browser.ts';

const handles = ['passkeys.refused', 'sessions.address_refused', 'sso.required', 'rate_limited'] as const;

/** Signs in with a passkey alone; hidden if the browser has no passkeys. */
export function PasskeySignIn({ onDone }: { onDone(me: Me): void }) {
  const enter = useMutation({
    mutationFn: async () => {
      const passkey = await askForPasskey(await call(startPasskeySignIn, { body: {} }));
      return call(createSessionByPasskey, { body: { passkey, place: browserTimeZone() } });
    },
    meta: { handles },
    onSuccess: onDone,
  });
  if (!hasPasskeys) return null;
  const refused = isRefused(enter.error, ...handles) ? enter.error : null;
  return (
    <Stack gap="xs">
      <Button
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconFingerprint size="1.125rem" stroke={1.6} aria-hidden />}
        loading={enter.isPending}
        onClick={() => enter.mutate()}
      >
        Sign in with a passkey
      </Button>
      <FormError>{refused && textOf(refused)}</FormError>
    </Stack>
  );
}
