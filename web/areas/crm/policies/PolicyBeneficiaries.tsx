// The beneficiaries and their shares: these are 100 percent together.
import { ActionIcon, Button, Fieldset, NumberInput, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconX } from '@tabler/icons-react';
import { hundredths } from '#contract/kit/formats.ts';
import classes from './PolicyBeneficiaries.module.css';
import type { PolicyValues } from './policies.values.ts';

const maxBeneficiaries = 20;

export function PolicyBeneficiaries({ form }: { form: UseFormReturnType<PolicyValues> }) {
  const { beneficiaries } = form.getValues();
  const sum = beneficiaries.reduce((all, { share }) => all + hundredths(Number(share) || 0), 0);
  const add = () => form.insertListItem('beneficiaries', { name: '', relation: '', share: Math.max(0, 10_000 - sum) / 100 });
  return (
    <Fieldset legend="Beneficiaries" variant="unstyled" className={classes.rows}>
      {beneficiaries.map((beneficiary, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be equal, their place is their identity
        <div key={place} className={classes.row}>
          <TextInput
            className={classes.name}
            aria-label={`Name of beneficiary ${place + 1}`}
            placeholder="Name"
            {...form.getInputProps(`beneficiaries.${place}.name`)}
          />
          <TextInput
            className={classes.relation}
            aria-label={`Relation of beneficiary ${place + 1}`}
            placeholder="Relation"
            {...form.getInputProps(`beneficiaries.${place}.relation`)}
          />
          <NumberInput
            className={classes.share}
            aria-label={`Share of beneficiary ${place + 1}`}
            suffix=" %"
            min={0}
            max={100}
            decimalScale={2}
            hideControls
            {...form.getInputProps(`beneficiaries.${place}.share`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="2.25rem"
            aria-label={`Remove ${beneficiary.name || `beneficiary ${place + 1}`}`}
            onClick={() => form.removeListItem('beneficiaries', place)}
          >
            <IconX size="1rem" stroke={1.6} />
          </ActionIcon>
        </div>
      ))}
      <div className={classes.end}>
        {beneficiaries.length < maxBeneficiaries && (
          <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size="0.9rem" />} onClick={add}>
            Add a beneficiary
          </Button>
        )}
        {beneficiaries.length > 0 && (
          <Text size="xs" c="dimmed" className="figures">
            {sum / 100} of 100 %
          </Text>
        )}
      </div>
      {form.errors.beneficiaries && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {form.errors.beneficiaries}
        </Text>
      )}
    </Fieldset>
  );
}
