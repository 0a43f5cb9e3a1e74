// The form of one prescription, in a drawer. It saves the whole list; if somebody changed that meanwhile, theirs is loaded and this is saved again.
import { Autocomplete } from '@mantine/core';
import { useForm } from '@mantine/form';
import { isRefused } from '#app/api.ts';
import { useSend } from '#app/queries.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { type Prescription, updateRxDetails } from '#contract/prescriptions.ts';
import { FormDrawer } from '#ui/FormDrawer.tsx';
import { TextField } from '#ui/FormFields.tsx';
import { drugNames } from './drugNames.ts';
import { showPrescriptions } from './prescriptions.api.ts';

const empty = { drug: '', dose: '', form: '', frequency: '', pharmacy: '', doctor: '' };

export function PrescriptionForm({
  contactId,
  rows,
  version,
  row,
  reload,
  onClose,
}: {
  contactId: number;
  /** The list as it was loaded last. */
  rows: readonly Prescription[];
  version: string;
  /** As it was when the form was opened; undefined: a new one. */
  row: Prescription | undefined;
  reload: () => void;
  onClose: () => void;
}) {
  const { id, ...values } = row ?? { id: undefined, ...empty };
  const form = useForm({
    initialValues: values,
    validate: { drug: (drug) => (drug.trim() ? null : 'Enter a drug') },
  });
  const save = useSend(updateRxDetails, {
    form: true,
    handles: ['prescriptions.stale'],
    invalidates: [listContactTimeline],
    onDone: (saved) => {
      showPrescriptions(contactId, saved);
      onClose();
    },
  });
  const submit = (typed: typeof empty) => {
    const isThere = rows.some((each) => each.id === id);
    // Only the fields that this user changed: somebody else may have saved the others since the form was opened.
    const changed = Object.fromEntries(
      Object.entries(typed).filter(([field, text]) => text !== values[field as keyof typeof typed]),
    );
    const all = isThere ? rows.map((each) => (each.id === id ? { ...each, ...changed } : each)) : [...rows, typed];
    save.mutate(
      { params: { id: contactId }, body: { version, rx_details: all } },
      { onError: (failed) => isRefused(failed, 'prescriptions.stale') && reload() },
    );
  };
  return (
    <FormDrawer
      title={row ? `Edit ${row.drug}` : 'Add a prescription'}
      submit={row ? 'Save' : 'Add the prescription'}
      error={
        isRefused(save.error, 'prescriptions.stale')
          ? 'Someone else changed these prescriptions meanwhile. Their changes are loaded now: save again to add yours.'
          : save.error?.message
      }
      busy={save.isPending}
      onSubmit={form.onSubmit(submit)}
      onClose={onClose}
    >
      <Autocomplete
        label="Drug"
        openOnFocus={false}
        data={[...drugNames]}
        limit={8}
        maxLength={200}
        {...form.getInputProps('drug')}
      />
      <TextField form={form} path="dose" label="Dose" placeholder="500 mg" maxLength={100} />
      <TextField form={form} path="form" label="Form" placeholder="Tablet" maxLength={60} />
      <TextField form={form} path="frequency" label="Frequency" placeholder="Twice a day" maxLength={100} />
      <TextField form={form} path="pharmacy" label="Pharmacy" maxLength={200} />
      <TextField form={form} path="doctor" label="Doctor" maxLength={200} />
    </FormDrawer>
  );
}
