// The states in which a user may sell, with number and last day: in one's own account, and in the form of a user.
import { ActionIcon, Button, Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { isRefused } from '#app/api.ts';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { invalidate, queryOf, useSend } from '#app/queries.ts';
import { listLicences, removeLicence, setLicence } from '#contract/licenses.ts';
import { DayInput } from '#ui/DayInput.tsx';
import { dayWords, isDay, notADay } from '#ui/days.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './Compliance.module.css';
import { stateOptions, stateWords } from './compliance.labels.ts';

const invalidates = [listLicences];

export function LicenceList({ userId, readOnly = false }: { userId: number; readOnly?: boolean }) {
  const query = useQuery(queryOf(listLicences, { params: { id: userId } }));
  useUpdate('licences.changed', ({ id }) => id === userId && void invalidate(listLicences));
  const again = useSend(setLicence, { invalidates });
  const remove = useSend(removeLicence, { invalidates });
  if (query.error && !query.data) return <FailedQuery query={query} />;
  if (!query.data) return <SkeletonLines lines={3} height={18} />;
  const list = query.data.data;
  return (
    <section aria-label="Licences">
      {list.length === 0 && (
        <Text c="dimmed" mb="sm">
          No licences yet. Marketing to contacts in a state needs a licence for it.
        </Text>
      )}
      {list.map(({ state, number, expires_on, valid }) => (
        <div key={state} className={classes.licence}>
          <div>
            <div className={classes.name}>{stateWords(state)}</div>
            <div className={valid ? classes.small : classes.warning}>
              <span className="figures">
                {number}
                {expires_on && `, ${valid ? 'until' : 'expired on'} ${dayWords(expires_on)}`}
              </span>
            </div>
          </div>
          {!readOnly && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove the licence for ${stateWords(state)}`}
              onClick={() =>
                remove.mutate(
                  { params: { id: userId, state } },
                  {
                    onSuccess: () =>
                      notice.done(`Removed the licence for ${stateWords(state)}`, () =>
                        again.mutate({ params: { id: userId, state }, body: { number, expires_on } }),
                      ),
                  },
                )
              }
            >
              <IconTrash size="1rem" stroke={1.6} />
            </ActionIcon>
          )}
        </div>
      ))}
      {!readOnly && <LicenceForm userId={userId} />}
    </section>
  );
}

/** No form of its own: it may stand inside another one. */
function LicenceForm({ userId }: { userId: number }) {
  const form = useForm({
    initialValues: { state: null as string | null, number: '', expires_on: null as string | null },
    validate: {
      state: (state) => (state ? null : 'Choose a state'),
      number: (number) => (number.trim() ? null : 'Enter the number'),
      expires_on: (day) => (day === null || isDay(day) ? null : notADay),
    },
  });
  const save = useSend(setLicence, { invalidates, form: true, onDone: form.reset });
  const submit = () => {
    if (form.validate().hasErrors) return;
    const { state, ...body } = form.getValues();
    save.mutate(
      { params: { id: userId, state: state ?? '' }, body },
      { onError: (error) => isRefused(error, 'invalid') && form.setErrors(error.fieldErrors) },
    );
  };
  return (
    <div className={classes.add}>
      <Select label="State" searchable data={stateOptions} {...form.getInputProps('state')} />
      <TextInput label="Licence number" maxLength={40} {...form.getInputProps('number')} />
      <DayInput label="Last day" placeholder="No end" {...form.getInputProps('expires_on')} />
      <Button variant="default" loading={save.isPending} onClick={submit}>
        Save the licence
      </Button>
    </div>
  );
}
