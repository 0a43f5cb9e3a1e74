// Begins to act as another person: chosen before, or here. Asks in which way where there are several.
import { Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { acting, loginTypeWords } from '#app/impersonation.ts';
import { queryOf, useSend } from '#app/queries.ts';
import { becomeSomebodyElse, nameOfMe, useMe } from '#app/session.ts';
import type { LoginType } from '#contract/impersonation.ts';
import { listLoginTypes, loginAsUser } from '#contract/sessions.ts';
import type { Person } from '#contract/users.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormLayout } from '#ui/FormLayout.tsx';
import { PersonPicker } from '#web/areas/identity/users/PersonPicker.tsx';

const handles = ['sessions.login_refused', 'not_found'] as const;

export function ActAsDialog() {
  const me = useMe();
  const asked = acting.use();
  const [chosen, setChosen] = useState<Person | null>(null);
  const [type, setType] = useState<LoginType>();
  const [missing, setMissing] = useState(false);
  const person = asked === 'choose' ? chosen : asked;
  const types = useQuery({
    ...queryOf(listLoginTypes, { params: { id: person?.id ?? 0 } }),
    enabled: person !== null,
    staleTime: 0,
    retry: false,
  });
  const ways = types.data?.data ?? [];
  const way = type && ways.includes(type) ? type : ways[0];
  const act = useSend(loginAsUser, { handles, onDone: becomeSomebodyElse });
  const close = () => acting.set(null);
  const error = act.error ?? (person && types.error);
  return (
    <Dialog onClose={close} title={asked === 'choose' ? 'Act as another person' : `Act as ${person?.name}`} size="sm">
      <FormLayout
        submit={person ? `Act as ${person.name}` : 'Act as this person'}
        busy={act.isPending || act.isSuccess || types.isLoading}
        error={error && (isRefused(error, ...handles) ? 'You cannot act as this person.' : 'This did not work. Try again.')}
        onSubmit={(event) => {
          event.preventDefault();
          if (!person) setMissing(true);
          else if (way) act.mutate({ params: { id: person.id }, body: { login_type: way } });
        }}
        onCancel={close}
      >
        {asked === 'choose' ? (
          <>
            <Text>Choose a person who works under {nameOfMe(me)}. You return step by step, or at once.</Text>
            <PersonPicker
              label="Person"
              placeholder="Name or e-mail"
              value={chosen}
              error={missing && !chosen && 'Choose a person'}
              onChange={setChosen}
              data-autofocus
            />
          </>
        ) : (
          <Text>You see and do what they can, until you return. The audit log shows that it was you.</Text>
        )}
        {ways.length > 1 && (
          <Radio.Group label="Act as" value={way ?? null} onChange={(next) => setType(ways.find((one) => one === next))}>
            <Stack gap="sm" mt="xs">
              {ways.map((one) => (
                <Radio key={one} value={one} label={`${person?.name}${loginTypeWords[one]}`} />
              ))}
            </Stack>
          </Radio.Group>
        )}
      </FormLayout>
    </Dialog>
  );
}
