// A file, dropped or chosen; while it is sent, how much of it is there.
import '@mantine/dropzone/styles.css';
import { Button, Progress, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { type Icon, IconFile } from '@tabler/icons-react';
import classes from './FileDrop.module.css';

export function FileDrop({
  label,
  icon: Picture = IconFile,
  text,
  sending,
  many = false,
  onFile,
}: {
  /** For screen readers. */
  label: string;
  icon?: Icon;
  /** Which files are taken. */
  text: string;
  /** While one is sent. */
  sending?: FileSending | undefined;
  /** Several at once, on few lines: above a list. `onFile` is called for each. */
  many?: boolean;
  onFile: (file: File) => void;
}) {
  if (sending) return <Sending {...sending} />;
  return (
    <Dropzone
      className={classes.zone}
      data-many={many || undefined}
      multiple={many}
      // The button inside is the one tab stop; a click on it bubbles to the zone, which opens the dialog.
      activateOnKeyboard={false}
      enablePointerEvents
      inputProps={{ 'aria-label': label }}
      onDropAny={(files) => {
        for (const file of files) onFile(file);
      }}
      onDrop={() => {}}
    >
      <div className={classes.inside}>
        <Picture size={many ? '1.5rem' : '2.5rem'} stroke={1.2} aria-hidden className={classes.icon} />
        <Text size={many ? 'md' : 'lg'} fw={600}>
          {many ? 'Drop files here' : 'Drop a file here'}
        </Text>
        <Text c="dimmed">{text}</Text>
        {many ? (
          <Button variant="default" size="compact-sm">
            Choose files
          </Button>
        ) : (
          <Button mt="xs">Choose a file</Button>
        )}
      </div>
    </Dropzone>
  );
}

export interface FileSending {
  name: string;
  /** 0 to 1; 1 while it is read at the other end. */
  share: number;
  /** How far, in words. */
  text: string;
  onCancel: () => void;
}

function Sending({ name, share, text, onCancel }: FileSending) {
  return (
    <div className={classes.zone} data-sending>
      <div className={classes.inside}>
        <Text fw={600} role="status">
          {share < 1 ? `Sending ${name}` : `Reading ${name}`}
        </Text>
        <Progress className={classes.bar} value={share * 100} animated={share === 1} aria-label={`Sending ${name}`} />
        <Text c="dimmed" className="figures">
          {text}
        </Text>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
