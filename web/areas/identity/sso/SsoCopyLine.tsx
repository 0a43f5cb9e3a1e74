// A value to copy exactly: shown with a copy button.
import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './SsoSettings.module.css';

export function SsoCopyLine({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.line}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>
        <code className={classes.code}>{value}</code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Tooltip label={copied ? 'Copied' : 'Copy'} position="right">
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={copied ? `Copied: ${label}` : `Copy: ${label}`}
                onClick={copy}
              >
                {copied ? <IconCheck size="1rem" stroke={1.6} /> : <IconCopy size="1rem" stroke={1.6} />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      </dd>
    </div>
  );
}
