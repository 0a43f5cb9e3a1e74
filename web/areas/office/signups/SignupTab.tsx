// The user's own application: where it stands, and the form while it is open.
import { Alert } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle, IconMailForward } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { invalidate, queryOf } from '#app/queries.ts';
import { fetchSignup, type Signup } from '#contract/signups.ts';
import { later } from '#ui/later.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './Signup.module.css';
import { SignupFacts } from './SignupFacts.tsx';

const SignupEditor = later(() => import('./SignupEditor.tsx').then((module) => module.SignupEditor));

export function SignupTab() {
  const signup = useQuery({ ...queryOf(fetchSignup), staleTime: 0 });
  useUpdate('signups.changed', () => void invalidate(fetchSignup));
  if (signup.error && !signup.data) return <FailedQuery query={signup} />;
  if (signup.isPending) return <SkeletonLines lines={10} height={28} />;
  return (
    <div className={classes.tab}>
      <State signup={signup.data} />
      <Suspense fallback={<SkeletonLines lines={10} height={28} />}>
        {signup.data.can.edit ? <SignupEditor signup={signup.data} /> : <SignupFacts signup={signup.data} />}
      </Suspense>
    </div>
  );
}

function State({ signup: { status, note } }: { signup: Signup }) {
  if (status === 'draft') return null;
  const looks = {
    sent: { color: 'blue', icon: <IconMailForward />, title: 'An administrator looks at it. You get a mail when it is decided.' },
    returned: { color: 'orange', icon: <IconInfoCircle />, title: 'It was returned. Change it and send it again.' },
    approved: { color: 'green', icon: <IconCircleCheck />, title: 'It is approved. You have nothing more to do.' },
  } as const;
  return (
    <Alert variant="light" mb="md" {...looks[status]}>
      {note}
    </Alert>
  );
}
