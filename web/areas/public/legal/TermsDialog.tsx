// The current terms of use, for users who have not accepted them: opens over the page, and nothing else works until then.
import { Button, Group, Text } from '@mantine/core';
import { ReturnButton } from '#app/ImpersonationBanner.tsx';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { keepMe, nameOfMe, signOut, useMe } from '#app/session.ts';
import { termsOfUse } from '#contract/legal.ts';
import { acceptTerms } from '#contract/me.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { LegalText } from './LegalText.tsx';
import classes from './TermsDialog.module.css';

export function TermsDialog() {
  const me = useMe();
  const accept = useSend(acceptTerms, { onDone: keepMe });
  return (
    <Dialog title={termsOfUse.title} size="lg" classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by key too */}
      <section className={classes.text} tabIndex={0} aria-label={termsOfUse.title} data-autofocus>
        <LegalText text={termsOfUse} heading="h3" />
      </section>
      {me.impersonator ? (
        <Group justify="space-between" gap="xs" mt="md">
          <Text className={classes.words ?? ''}>{nameOfMe(me)} must accept these terms. Only they can do this.</Text>
          <ReturnButton impersonator={me.impersonator} />
        </Group>
      ) : (
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={() => void signOut().catch(notice.failed)}>
            Sign out
          </Button>
          <Button loading={accept.isPending} onClick={() => accept.mutate({})}>
            Accept
          </Button>
        </Group>
      )}
    </Dialog>
  );
}
