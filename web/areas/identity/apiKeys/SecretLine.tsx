// A secret with a copy button.
import { Button, CopyButton, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './ApiKeyPage.module.css';

export function SecretLine({ label, secret }: { label: string; secret: string }) {
  return (
    <div className={classes.secret}>
      <TextInput
        readOnly
        label={label}
        value={secret}
        className={classes.field ?? ''}
        classNames={{ input: classes.code ?? '' }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={secret}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            leftSection={copied ? <IconCheck size="1rem" aria-hidden /> : <IconCopy size="1rem" aria-hidden />}
            onClick={copy}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
