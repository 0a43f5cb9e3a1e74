// The user's second factors: what is on, what can be set up, and the recovery codes.
import { Alert, Button, Text } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint, IconLifebuoy, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { getMe } from '#contract/signIn.ts';
import { createRecoveryCodes, disableTwoFactor, generateQr, getTwoFactor, startEmailCodes } from '#contract/twoFactor.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { PasskeyCreateDialog } from '#web/areas/identity/passkeys/PasskeyCreateDialog.tsx';
import { PasskeyList } from '#web/areas/identity/passkeys/PasskeyList.tsx';
import { hasPasskeys } from '#web/areas/identity/passkeys/passkeys.browser.ts';
import { ProofDialog } from '#web/areas/identity/passwords/ProofDialog.tsx';
import { AppDialog } from './AppDialog.tsx';
import { FactorSection } from './FactorSection.tsx';
import { MailCodesDialog } from './MailCodesDialog.tsx';
import { Preference } from './Preference.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import classes from './TwoFactorTab.module.css';

type Open = 'app' | 'email' | 'passkey' | 'without app' | 'without email' | 'new codes';

export function TwoFactorTab() {
  const me = useMe();
  const query = useQuery(queryOf(getTwoFactor));
  const [open, setOpen] = useState<Open>();
  const [codes, setCodes] = useState<string[]>();
  const close = () => setOpen(undefined);
  const invalidates = [getTwoFactor, getMe];
  const app = useSend(generateQr, { onDone: () => setOpen('app') });
  const mail = useSend(startEmailCodes, { invalidates: [getMe], onDone: () => setOpen('email') });
  const disable = useSend(disableTwoFactor, {
    invalidates,
    form: true,
    handles: ['two_factor.required', 'passwords.sign_in_again', 'rate_limited'],
    onDone: (_answer, { body }) => {
      notice.done(body.factor === 'app' ? 'Authenticator app removed' : 'Codes by mail removed');
      close();
    },
  });
  const renew = useSend(createRecoveryCodes, {
    invalidates,
    form: true,
    handles: ['passwords.sign_in_again', 'rate_limited'],
    onDone: ({ recovery_codes }) => showCodes(recovery_codes),
  });

  if (query.error && !query.data) return <FailedQuery query={query} />;
  if (!query.data) return <SkeletonLines lines={6} height={20} />;
  const two = query.data;

  function showCodes(made: string[]) {
    close();
    if (made.length > 0) setCodes(made);
  }

  return (
    <div className={classes.tab}>
      <Text c="dimmed">
        A second factor keeps out people who have learned your password: you confirm each sign-in with something that only you
        have.
        {two.required && ' Your company requires one, so you cannot remove the last one.'}
      </Text>
      <FactorSection
        icon={IconDeviceMobile}
        title="Authenticator app"
        on={two.app}
        text="A code from an app on your phone, such as Google Authenticator or 1Password. It works without a network."
      >
        <Button variant="default" loading={app.isPending} onClick={() => app.mutate({})}>
          {two.app ? 'Use another app' : 'Set up the app'}
        </Button>
        {two.app && (
          <Button variant="subtle" color="gray" onClick={() => setOpen('without app')}>
            Remove the app
          </Button>
        )}
      </FactorSection>
      <FactorSection
        icon={IconFingerprint}
        title="Passkeys"
        on={two.passkeys > 0}
        text="Your fingerprint, your face or a security key. You can also sign in with a passkey alone. A fake sign-in page cannot use it."
        below={<PasskeyList hasPassword={two.has_password} />}
      >
        {hasPasskeys ? (
          <Button variant="default" onClick={() => setOpen('passkey')}>
            Add a passkey
          </Button>
        ) : (
          <Text c="dimmed">This browser has no passkeys.</Text>
        )}
      </FactorSection>
      <FactorSection
        icon={IconMail}
        title="Codes by mail"
        on={two.email}
        text={`A code mailed to ${me.email} each time you sign in. It is only as safe as your mailbox.`}
      >
        {two.email ? (
          <Button variant="subtle" color="gray" onClick={() => setOpen('without email')}>
            Remove codes by mail
          </Button>
        ) : (
          <Button variant="default" loading={mail.isPending} onClick={() => mail.mutate({})}>
            Set up codes by mail
          </Button>
        )}
      </FactorSection>
      {two.enabled && (
        <>
          <Preference twoFactor={two} />
          <FactorSection
            icon={IconLifebuoy}
            title="Recovery codes"
            about={`${two.recovery_codes_left} left`}
            text="For when you have lost your other second factors. Each works once. Do not keep them on this computer."
          >
            <Button variant="default" onClick={() => setOpen('new codes')}>
              Make new codes
            </Button>
          </FactorSection>
          {two.recovery_codes_left === 0 && <Alert variant="light">You have no recovery code left. Make new ones.</Alert>}
        </>
      )}

      {open === 'app' && app.data && (
        <AppDialog begun={app.data} hasPassword={two.has_password} onDone={showCodes} onClose={close} />
      )}
      {open === 'email' && mail.data && (
        <MailCodesDialog begun={mail.data} hasPassword={two.has_password} email={me.email} onDone={showCodes} onClose={close} />
      )}
      {open === 'passkey' && <PasskeyCreateDialog hasPassword={two.has_password} onDone={showCodes} onClose={close} />}
      {(open === 'without app' || open === 'without email') && (
        <ProofDialog
          title={open === 'without app' ? 'Remove the authenticator app?' : 'Remove codes by mail?'}
          action={open === 'without app' ? 'Remove the app' : 'Remove codes by mail'}
          hasPassword={two.has_password}
          send={disable}
          onSend={(proof, options) =>
            disable.mutate({ body: { factor: open === 'without app' ? 'app' : 'email', ...proof } }, options)
          }
          onClose={close}
        >
          You can no longer confirm a sign-in with it. You can set it up again at any time.
        </ProofDialog>
      )}
      {open === 'new codes' && (
        <ProofDialog
          title="Make new recovery codes?"
          action="Make new codes"
          hasPassword={two.has_password}
          send={renew}
          onSend={(proof, options) => renew.mutate({ body: proof }, options)}
          onClose={close}
        >
          Your old codes stop working.
        </ProofDialog>
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </div>
  );
}
