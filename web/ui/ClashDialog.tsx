// Fields that two people changed at once: both versions of each, side by side, and the user chooses.
import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import classes from './ClashDialog.module.css';
import { Dialog } from './Dialog.tsx';

export interface ClashField {
  path: string;
  label: string;
  /** In words; '' is empty. */
  mine: string;
  theirs: string;
  /** The heading of `theirs`: "Ana Ruiz, saved". */
  savedBy: string;
}

export function ClashDialog({
  title,
  fields,
  submit,
  onResolve,
  onClose,
}: {
  /** Names the colleague: "Ana Ruiz changed this contact". */
  title: string;
  fields: readonly ClashField[];
  /** The button's words. */
  submit: string;
  /** The paths where theirs stays. */
  onResolve: (leave: string[]) => void;
  onClose: () => void;
}) {
  const [leave, setLeave] = useState<readonly string[]>([]);
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <Text mb="md">
        {fields.length === 1 ? 'One field was' : 'Some fields were'} changed by both of you. Choose what to keep; everything else
        comes together by itself.
      </Text>
      <Stack gap="md">
        {fields.map(({ path, label, mine, theirs, savedBy }) => (
          <Radio.Group
            key={path}
            label={label}
            value={leave.includes(path) ? 'theirs' : 'mine'}
            onChange={(whose) => setLeave(whose === 'theirs' ? [...leave, path] : leave.filter((each) => each !== path))}
          >
            <div className={classes.sides}>
              <Side value="mine" whose="Yours" text={mine} />
              <Side value="theirs" whose={savedBy} text={theirs} />
            </div>
          </Radio.Group>
        ))}
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          Keep editing
        </Button>
        <Button onClick={() => onResolve([...leave])}>{submit}</Button>
      </Group>
    </Dialog>
  );
}

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
