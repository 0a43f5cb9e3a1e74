// The file attached to each mail of a campaign: chosen here, stored when the campaign is saved.
import { Button, CloseButton, Text } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useRef } from 'react';
import { mailFileEndings } from '#contract/emailLists.ts';
import type { EmailFile } from '#contract/emails.ts';
import { sizeWords } from '#contract/kit/formats.ts';
import classes from './Campaigns.module.css';

export function CampaignFile({
  label,
  stored,
  chosen,
  error,
  onFile,
}: {
  label: string;
  stored: EmailFile | null;
  /** Null: the stored one is removed; undefined: it stays. */
  chosen: File | null | undefined;
  error: string | undefined;
  onFile: (file: File | null | undefined) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const shown = chosen === undefined ? stored : chosen;
  return (
    <div>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      {shown && (
        <div className={classes.file}>
          <IconPaperclip size="1rem" stroke={1.6} aria-hidden />
          <span>{shown.name}</span>
          <span className={`${classes.faint} figures`}>{sizeWords(shown.size)}</span>
          <CloseButton size="sm" aria-label={`Remove ${shown.name}`} onClick={() => onFile(stored ? null : undefined)} />
        </div>
      )}
      <Button
        mt={4}
        variant="default"
        size="compact-sm"
        leftSection={<IconPaperclip size="1rem" stroke={1.6} />}
        onClick={() => input.current?.click()}
      >
        {shown ? 'Attach another file' : 'Attach a file'}
      </Button>
      {error && (
        <Text size="sm" c="red" mt={4}>
          {error}
        </Text>
      )}
      <input
        ref={input}
        type="file"
        accept={mailFileEndings.map((ending) => `.${ending}`).join()}
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </div>
  );
}
