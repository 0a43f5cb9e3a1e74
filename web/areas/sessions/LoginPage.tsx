// The way in: a password, a passkey, or the company's own account; then a second factor where there is one.
import { Button, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { SecondFactorNeeded } from '#contract/sessions.ts';
import type { Me } from '#contract/users.ts';
import { PublicFooter } from '../../app/PublicFrame.tsx';
import { beginSession } from '../../app/session.ts';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { later } from '../../ui/later.ts';
import { SkeletonLines } from '../../ui/Skeletons.tsx';
import classes from './LoginPage.module.css';
import { PasswordSignIn } from './PasswordSignIn.tsx';

const PasskeySignIn = later(() => import('../passkeys/PasskeySignIn.tsx').then((module) => module.PasskeySignIn));
const SsoSignIn = later(() => import('../sso/SsoSignIn.tsx').then((module) => module.SsoSignIn));
const SecondFactorForm = later(() => import('./SecondFactorForm.tsx').then((module) => module.SecondFactorForm));

type Way = { by: 'password' } | { by: 'sso' } | { by: 'second factor'; needed: SecondFactorNeeded };

export function LoginPage() {
  const navigate = useNavigate();
  const { error } = useSearch({ strict: false });
  const [way, setWay] = useState<Way>({ by: 'password' });
  const [email, setEmail] = useState('');
  const begin = (me: Me) => void navigate({ href: beginSession(me), replace: true });
  const startAgain = () => setWay({ by: 'password' });

  return (
    <div className={classes.page}>
      <main className={classes.form}>
        <BrandMark size="2.25rem" />
        <div>
          <Title order={1}>{titles[way.by]}</Title>
          {way.by === 'password' && (
            <Text c="dimmed" mt={4}>
              Your contacts, and what is next for each of them.
            </Text>
          )}
        </div>
        <Suspense fallback={<SkeletonLines lines={3} height={24} />}>
          {way.by === 'second factor' ? (
            <SecondFactorForm needed={way.needed} onDone={begin} onCancel={startAgain} />
          ) : way.by === 'sso' ? (
            <SsoSignIn email={email} onCancel={startAgain} />
          ) : (
            <PasswordSignIn
              email={email}
              error={error}
              onEmail={setEmail}
              onDone={(answer) => ('otp_secret' in answer ? setWay({ by: 'second factor', needed: answer }) : begin(answer))}
            />
          )}
        </Suspense>
        {way.by === 'password' && (
          <div className={classes.others}>
            <Suspense>
              <PasskeySignIn onDone={begin} />
            </Suspense>
            <Button variant="default" px="xs" fullWidth onClick={() => setWay({ by: 'sso' })}>
              Sign in with your company’s account
            </Button>
          </div>
        )}
      </main>
      <PublicFooter />
    </div>
  );
}

const titles: Record<Way['by'], string> = {
  password: 'Sign in to Steward',
  sso: 'Sign in with your company’s account',
  'second factor': 'One more step',
};
