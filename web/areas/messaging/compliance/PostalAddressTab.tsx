// The postal address that the law wants in every marketing e-mail.
import { Button, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { isRefused } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { LeaveGuard } from '#app/LeaveGuard.tsx';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { getComplianceState, updatePostalAddress } from '#contract/complianceRules.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './Compliance.module.css';

export function PostalAddressTab() {
  const query = useQuery(queryOf(getComplianceState));
  if (query.error && !query.data) return <FailedQuery query={query} />;
  if (!query.data) return <SkeletonLines lines={4} height={24} />;
  return <AddressForm key={query.data.postal_address} address={query.data.postal_address} />;
}

function AddressForm({ address }: { address: string }) {
  const form = useForm({ initialValues: { postal_address: address } });
  const save = useSend(updatePostalAddress, {
    invalidates: [getComplianceState],
    form: true,
    onDone: () => {
      form.resetDirty();
      notice.done('Saved the postal address');
    },
  });
  return (
    <form
      noValidate
      className={classes.fields}
      onSubmit={form.onSubmit((body) =>
        save.mutate({ body }, { onError: (error) => isRefused(error, 'invalid') && form.setErrors(error.fieldErrors) }),
      )}
    >
      <LeaveGuard when={form.isDirty() && !save.isPending} />
      <Text>
        Every marketing e-mail shows it, as the law asks (CAN-SPAM). Without it no marketing e-mail leaves; other mail does. A
        street address or a registered mailbox will do.
      </Text>
      <Textarea
        label="Postal address"
        placeholder={'Harbor Insurance Group\n1 Main St\nMiami, FL 33101'}
        autosize
        minRows={3}
        maxLength={300}
        {...form.getInputProps('postal_address')}
      />
      <div>
        <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
          Save
        </Button>
      </div>
    </form>
  );
}
