// The application's form, step by step. Each step saves the draft.
import { Button, Group, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { isRefused } from '#app/api.ts';
import { LeaveGuard } from '#app/LeaveGuard.tsx';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { fetchSignup, type Signup, type SignupForm, saveSignup } from '#contract/signups.ts';
import { Stepper } from '#ui/Stepper.tsx';
import classes from './Signup.module.css';
import { SignupFacts } from './SignupFacts.tsx';
import { steps } from './SignupSteps.tsx';

const names = [...steps.map(({ word }) => word), 'Check and send'];

export function SignupEditor({ signup }: { signup: Signup }) {
  const [form, setForm] = useState(signup.form);
  const [carriers, setCarriers] = useState(signup.carriers);
  const [saved, setSaved] = useState(signup.form);
  const [now, setNow] = useState(0);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const send = useSend(saveSignup, { invalidates: [fetchSignup], form: true, handles: ['invalid'] });
  const step = steps[now];
  const change = (some: Partial<SignupForm>) => setForm((all) => ({ ...all, ...some }));

  async function save(isLast: boolean) {
    try {
      await send.mutateAsync({ body: { ...form, send: isLast } });
      setSaved(form);
      setErrors({});
      return true;
    } catch (error) {
      if (!isRefused(error, 'invalid')) return false;
      const found = error.fieldErrors;
      setErrors(found);
      const wrong = steps.findIndex(({ fields }) =>
        fields.some((field) => Object.keys(found).some((name) => name.startsWith(field))),
      );
      if (wrong >= 0) setNow(wrong);
      return false;
    }
  }

  async function goOn(event: FormEvent) {
    event.preventDefault();
    if (!(await save(!step))) return;
    if (step) setNow(now + 1);
    else notice.done('Sent to the administrators');
  }

  return (
    <form onSubmit={goOn} noValidate>
      <LeaveGuard when={form !== saved} />
      <Stepper
        label="Steps of the application"
        words={names}
        now={now}
        linkTo={(target, className) => (
          <button type="button" className={`${className} ${classes.step}`} onClick={() => setNow(target)}>
            {names[target]}
          </button>
        )}
      />
      <div className={classes.fields}>
        {step ? (
          <step.Fields form={form} errors={errors} onChange={change} carriers={carriers} onCarriers={setCarriers} />
        ) : (
          <SignupFacts signup={{ ...signup, form, carriers }} />
        )}
      </div>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Text c="dimmed" className={classes.state} role="status">
          {form !== saved ? 'Not saved yet' : send.isSuccess && 'Saved as a draft'}
        </Text>
        {now > 0 && (
          <Button variant="default" onClick={() => setNow(now - 1)}>
            Back
          </Button>
        )}
        <Button type="submit" loading={send.isPending}>
          {step ? 'Save and continue' : 'Send the application'}
        </Button>
      </Group>
    </form>
  );
}
