// Written consent to be contacted: its words, when, and where it was given. Regulators ask for all of it.
import { Button, Fieldset, Group, Textarea, TextInput } from '@mantine/core';
import { useMe } from '#app/session.ts';
import { momentAt, wallTimeIn } from '#ui/moments.ts';
import classes from './ContactFormMethods.module.css';
import type { ContactForm } from './contacts.form.ts';

export function ContactFormConsent({ form }: { form: ContactForm }) {
  const { timezone } = useMe();
  const consent = form.getValues().consent;
  if (!consent) {
    return (
      <Group>
        <Button
          variant="default"
          onClick={() => form.setFieldValue('consent', { text: '', at: new Date().toISOString(), ip: '', source: '' })}
        >
          Record a consent
        </Button>
      </Group>
    );
  }
  return (
    <Fieldset legend="Consent" variant="unstyled" className={classes.rows}>
      <Textarea
        label="What was agreed to"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={4000}
        {...form.getInputProps('consent.text')}
      />
      <Group gap="xs" align="flex-start" grow>
        <TextInput
          label="When"
          type="datetime-local"
          value={wallTimeIn(timezone, consent.at)}
          error={form.errors['consent.at'] && 'Say when'}
          onChange={(event) => form.setFieldValue('consent.at', momentAt(timezone, event.currentTarget.value))}
        />
        <TextInput label="Where" placeholder="A form, a page, in person" {...form.getInputProps('consent.source')} />
        <TextInput label="IP address" {...form.getInputProps('consent.ip')} />
      </Group>
      <div>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => form.setFieldValue('consent', null)}>
          Remove the consent
        </Button>
      </div>
    </Fieldset>
  );
}
