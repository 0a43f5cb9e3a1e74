// A field that two people changed at once: both versions of each, side by side, and the user chooses.
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '#ui/Dialog.tsx';
import { oneself, useEditors } from '../page/useEditors.ts';
import classes from './ContactFormClash.module.css';
import { draftOf, read } from './contacts.draft.ts';
import { type NameOf, valueWords } from './contacts.values.ts';
import type { Clash } from './useContactDraft.ts';

export function ContactFormClash({
  contactId,
  clash,
  nameOf,
  onResolve,
  onClose,
}: {
  contactId: number;
  clash: Clash;
  nameOf: NameOf;
  /** The fields where theirs stays. */
  onResolve: (leave: string[]) => void;
  onClose: () => void;
}) {
  const [leave, setLeave] = useState<readonly string[]>([]);
  const saved = draftOf(clash.theirs, clash.fields);
  const editorOf = useEditors(contactId);
  const who = [...new Set(clash.fields.map((field) => editorOf(field) ?? 'Somebody else'))].join(' and ');
  return (
    <Dialog
      onClose={onClose}
      title={who === oneself ? 'You changed this contact in another window' : `${who} changed this contact`}
      size="lg"
    >
      <Text mb="md">
        {clash.fields.length === 1 ? 'One field was' : 'Some fields were'} changed by both of you. Choose what to keep; everything
        else comes together by itself.
      </Text>
      <Stack gap="md">
        {clash.fields.map((field) => (
          <Radio.Group
            key={field.path}
            label={field.label}
            value={leave.includes(field.path) ? 'theirs' : 'mine'}
            onChange={(whose) =>
              setLeave(whose === 'theirs' ? [...leave, field.path] : leave.filter((path) => path !== field.path))
            }
          >
            <div className={classes.sides}>
              <Side value="mine" whose="Yours" text={valueWords(field, read(clash.mine, field.path), nameOf)} />
              <Side value="theirs" whose={savedBy(editorOf(field))} text={valueWords(field, read(saved, field.path), nameOf)} />
            </div>
          </Radio.Group>
        ))}
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          Go on editing
        </Button>
        <Button onClick={() => onResolve([...leave])}>{clash.saving ? 'Save' : 'Use these'}</Button>
      </Group>
    </Dialog>
  );
}

const savedBy = (name = 'Theirs') => (name === oneself ? 'Saved in another window' : `${name}, saved`);

const Side = ({ value, whose, text }: { value: string; whose: string; text: string }) => (
  <Radio.Card value={value} className={classes.side}>
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Radio.Indicator size="xs" mt={2} />
      <div>
        <Text size="xs" c="dimmed">
          {whose}
        </Text>
        <Text className={classes.text}>{text || 'Empty'}</Text>
      </div>
    </Group>
  </Radio.Card>
);
