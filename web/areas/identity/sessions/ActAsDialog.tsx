// Chooses one more person to act as, from the session in which the user already acts as somebody.
import { Text } from '@mantine/core';
import { useState } from 'react';
import { acting } from '#app/acting.ts';
import { useSend } from '#app/queries.ts';
import { becomeSomebodyElse, nameOfMe, useMe } from '#app/session.ts';
import { loginAsUser } from '#contract/sessions.ts';
import type { Person } from '#contract/users.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { PersonPicker } from '#web/areas/identity/people/PersonPicker.tsx';

export function ActAsDialog() {
  const me = useMe();
  const [person, setPerson] = useState<Person | null>(null);
  const [missing, setMissing] = useState(false);
  const act = useSend(loginAsUser, { handles: ['sessions.login_refused', 'not_found'], onDone: becomeSomebodyElse });
  const close = () => acting.set(false);
  const submit = () => (person ? act.mutate({ params: { id: person.id }, body: {} }) : setMissing(true));
  return (
    <Dialog onClose={close} title="Act as another person" size="sm">
      <FormLayout
        submit={person ? `Act as ${person.name}` : 'Act as this person'}
        busy={act.isPending || act.isSuccess}
        error={act.error && 'You cannot act as this person from here.'}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onCancel={close}
      >
        <Text>Choose a person who works under {nameOfMe(me)}. You return step by step, or at once.</Text>
        <PersonPicker
          label="Person"
          placeholder="Name or e-mail"
          value={person}
          error={missing && !person && 'Choose a person'}
          onChange={setPerson}
          data-autofocus
        />
      </FormLayout>
    </Dialog>
  );
}
