// Phones and e-mails in their order: the first is the preferred one. Rows are added, moved and removed.
import { ActionIcon, Button, Fieldset, Select, Text, TextInput } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { phoneTypes } from '#contract/lookups.ts';
import classes from './ContactFormMethods.module.css';
import type { ContactForm } from './contacts.form.ts';

const maxMethods = 10;

export function ContactFormPhones({ form }: { form: ContactForm }) {
  const phones = form.getValues().phones;
  return (
    <Rows
      form={form}
      list="phones"
      legend="Phones"
      add="Add a phone"
      keys={phones.map(({ key }) => key)}
      onAdd={() => form.insertListItem('phones', { key: randomId(), type: 2, number: '' })}
      nameOf={(place) => phones[place]?.number || `phone ${place + 1}`}
    >
      {(place) => (
        <>
          <TextInput
            className={classes.grows}
            type="tel"
            autoComplete="off"
            aria-label={`Phone ${place + 1}`}
            {...form.getInputProps(`phones.${place}.number`)}
          />
          <Select
            className={classes.type}
            aria-label={`Type of phone ${place + 1}`}
            allowDeselect={false}
            data={phoneTypes.map(({ value, label }) => ({ value: String(value), label }))}
            value={String(phones[place]?.type ?? 2)}
            onChange={(type) => form.setFieldValue(`phones.${place}.type`, type === '9' ? 9 : 2)}
          />
        </>
      )}
    </Rows>
  );
}

export function ContactFormEmails({ form }: { form: ContactForm }) {
  const emails = form.getValues().emails;
  return (
    <Rows
      form={form}
      list="emails"
      legend="E-mails"
      add="Add an e-mail"
      keys={emails.map(({ key }) => key)}
      onAdd={() => form.insertListItem('emails', { key: randomId(), address: '' })}
      nameOf={(place) => emails[place]?.address || `e-mail ${place + 1}`}
    >
      {(place) => (
        <TextInput
          className={classes.grows}
          type="email"
          autoComplete="off"
          aria-label={`E-mail ${place + 1}`}
          {...form.getInputProps(`emails.${place}.address`)}
        />
      )}
    </Rows>
  );
}

function Rows({
  form,
  list,
  legend,
  add,
  keys,
  onAdd,
  nameOf,
  children,
}: {
  form: ContactForm;
  list: 'phones' | 'emails';
  legend: string;
  add: string;
  keys: readonly string[];
  onAdd: () => void;
  nameOf: (place: number) => string;
  children: (place: number) => ReactNode;
}) {
  const buttonProps = { variant: 'subtle', color: 'gray', size: '2.25rem' } as const;
  return (
    <Fieldset legend={legend} variant="unstyled" className={classes.rows}>
      {keys.map((key, place) => (
        <div key={key} className={classes.row}>
          {children(place)}
          {place > 0 && (
            <ActionIcon
              {...buttonProps}
              aria-label={`Move ${nameOf(place)} up`}
              onClick={() => form.reorderListItem(list, { from: place, to: place - 1 })}
            >
              <IconArrowUp size="1rem" stroke={1.6} />
            </ActionIcon>
          )}
          {place === 0 && keys.length > 1 && <span className={classes.noAction} />}
          <ActionIcon {...buttonProps} aria-label={`Remove ${nameOf(place)}`} onClick={() => form.removeListItem(list, place)}>
            <IconX size="1rem" stroke={1.6} />
          </ActionIcon>
        </div>
      ))}
      <div className={classes.end}>
        {keys.length < maxMethods && (
          <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size="0.9rem" />} onClick={onAdd}>
            {add}
          </Button>
        )}
        {keys.length > 1 && (
          <Text size="xs" c="dimmed">
            The first is the preferred one
          </Text>
        )}
      </div>
      {form.errors[list] && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {form.errors[list]}
        </Text>
      )}
    </Fieldset>
  );
}
