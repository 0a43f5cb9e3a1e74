// Shows recovery codes once: to copy, save as a file, or print.
import { Button, CopyButton, Group, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { productName, useMe } from '#app/session.ts';
import { Dialog } from '#ui/Dialog.tsx';
import classes from './RecoveryCodesDialog.module.css';

export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { email } = useMe();
  const text = `Recovery codes for ${productName()}, ${email}\nEach works once.\n\n${codes.join('\n')}\n`;
  return (
    <Dialog title="Keep your recovery codes">
      <Text>
        You can sign in with them when you have lost your other second factors. You see them only now. Do not keep them on this
        computer.
      </Text>
      <Text className={classes.whose ?? ''}>
        Recovery codes for {productName()}, {email}. Each works once.
      </Text>
      <ol className={`${classes.codes} figures`} aria-label={`Recovery codes for ${email}`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group gap="xs" className={classes.actions ?? ''}>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              data-autofocus
              leftSection={copied ? <IconCheck size="1rem" aria-hidden /> : <IconCopy size="1rem" aria-hidden />}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" leftSection={<IconDownload size="1rem" aria-hidden />} onClick={() => save(text)}>
          Download
        </Button>
        <Button variant="default" leftSection={<IconPrinter size="1rem" aria-hidden />} onClick={print}>
          Print
        </Button>
        <Button ml="auto" onClick={onClose}>
          I have saved them
        </Button>
      </Group>
    </Dialog>
  );
}

function save(text: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'steward-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Prints only the dialog. */
function print() {
  document.body.dataset.printing = 'codes';
  window.print();
  delete document.body.dataset.printing;
}
