// Sign-in: with a password, a passkey or single sign-on; then the second factor if one is set up.
import { Button } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { PublicFooter } from '#app/PublicFrame.tsx';
import { queryOf } from '#app/queries.ts';
import { beginSession, productName } from '#app/session.ts';
import type { Me } from '#contract/me.ts';
import type { SecondFactorNeeded } from '#contract/signIn.ts';
import { getSsoOffer } from '#contract/sso.ts';
import { CardPage } from '#ui/CardPage.tsx';
import { later } from '#ui/later.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './LoginPage.module.css';
import { PasswordSignIn } from './PasswordSignIn.tsx';

const PasskeySignIn = later(() =>
  import('#web/areas/identity/passkeys/PasskeySignIn.tsx').then((module) => module.PasskeySignIn),
);
const SsoSignIn = later(() => import('#web/areas/identity/sso/SsoSignIn.tsx').then((module) => module.SsoSignIn));
const SecondFactorForm = later(() => import('./SecondFactorForm.tsx').then((module) => module.SecondFactorForm));

type Method = { by: 'password' } | { by: 'sso' } | { by: 'second factor'; needed: SecondFactorNeeded };

export function LoginPage() {
  const navigate = useNavigate();
  const { error } = useSearch({ strict: false });
  const [method, setMethod] = useState<Method>({ by: 'password' });
  const [email, setEmail] = useState('');
  const begin = (me: Me) => void navigate({ href: beginSession(me), replace: true });
  const sso = useQuery(queryOf(getSsoOffer));
  const startAgain = () => setMethod({ by: 'password' });

  return (
    <CardPage title={titles[method.by] ?? `Sign in to ${productName()}`} text={texts[method.by]} footer={<PublicFooter />}>
      <Suspense fallback={<SkeletonLines lines={3} height={24} />}>
        {method.by === 'second factor' ? (
          <SecondFactorForm needed={method.needed} onDone={begin} onCancel={startAgain} />
        ) : method.by === 'sso' ? (
          <SsoSignIn email={email} onCancel={startAgain} />
        ) : (
          <PasswordSignIn
            email={email}
            error={error}
            onEmail={setEmail}
            onDone={(answer) => ('otp_secret' in answer ? setMethod({ by: 'second factor', needed: answer }) : begin(answer))}
          />
        )}
      </Suspense>
      {method.by === 'password' && (
        <div className={classes.others}>
          <Suspense>
            <PasskeySignIn onDone={begin} />
          </Suspense>
          {sso.data?.offered && (
            <Button
              variant="default"
              size="md"
              fullWidth
              leftSection={<IconBuilding size="1.1rem" stroke={1.6} />}
              onClick={() => {
                setMethod({ by: 'sso' });
                void navigate({ to: '.', search: {}, replace: true }); // the last attempt's error is over
              }}
            >
              Single sign-on
            </Button>
          )}
        </div>
      )}
    </CardPage>
  );
}

const titles: Partial<Record<Method['by'], string>> = {
  sso: 'Single sign-on',
  'second factor': 'One more step',
};

const texts: Record<Method['by'], string> = {
  password: 'Your contacts, and what is next for each of them.',
  sso: 'With your company’s own account.',
  'second factor': 'Confirm that it’s you.',
};
