// Files of an answer that is being written.
import { CloseButton } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import type { EmailFile } from '#contract/emails.ts';
import { sizeWords } from '#contract/kit/formats.ts';
import classes from './Inbox.module.css';

interface Props {
  files: readonly EmailFile[];
  onChange: (files: readonly EmailFile[]) => void;
}

export const FileChips = ({ files, onChange }: Props) => (
  <ul className={classes.chips} aria-label="Files of the answer">
    {files.map((file) => (
      <li key={file.id} className={classes.chip}>
        <IconPaperclip size="1rem" stroke={1.6} aria-hidden />
        <span className={classes.leaving}>{file.name}</span>
        <span className={`${classes.small} figures`}>{sizeWords(file.size)}</span>
        <CloseButton
          size="sm"
          aria-label={`Remove ${file.name}`}
          onClick={() => onChange(files.filter(({ id }) => id !== file.id))}
        />
      </li>
    ))}
  </ul>
);
