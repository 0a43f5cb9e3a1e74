// The buttons of one of the user's files, and why a file was refused.
import { Button, FileButton, Text } from '@mantine/core';
import type { UploadName } from '#contract/webpageParts.ts';
import classes from './ProfileTab.module.css';
import { usePageFile } from './usePageFile.ts';

const pictures = 'image/png,image/jpeg,image/gif,image/webp';

interface Props {
  name: UploadName;
  /** "photo" */
  word: string;
  /** Whether there is one. */
  given: boolean;
  about: string;
  pdf?: boolean;
}

export function FileChoice({ name, word, given, about, pdf = false }: Props) {
  const { send, remove, busy, error } = usePageFile(name, `your ${word}`);
  return (
    <div>
      <div className={classes.buttons}>
        <FileButton accept={pdf ? `application/pdf,${pictures}` : pictures} onChange={(file) => file && send(file)}>
          {(props) => (
            <Button variant="default" size="xs" loading={busy} {...props}>
              {given ? `Choose another ${word}` : `Choose a ${word}`}
            </Button>
          )}
        </FileButton>
        {given && (
          <Button variant="subtle" color="gray" size="xs" disabled={busy} onClick={remove}>
            Remove the {word}
          </Button>
        )}
      </div>
      <Text role={error ? 'alert' : undefined} size="sm" mt={6} className={error ? classes.error : classes.about}>
        {error ?? about}
      </Text>
    </div>
  );
}
