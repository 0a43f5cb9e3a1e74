import { Button } from '@mantine/core';
import type { MailedCode } from './useMailedCode.ts';

export const MailAgain = ({ mail }: { mail: MailedCode }) => (
  <Button variant="subtle" size="compact-sm" className="figures" disabled={mail.wait > 0} loading={mail.busy} onClick={mail.ask}>
    {mail.wait > 0 ? `Mail another code in ${mail.wait} s` : 'Mail another code'}
  </Button>
);
