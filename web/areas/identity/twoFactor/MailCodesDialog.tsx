// Codes by mail, confirmed with the first one.
import { Group, Text } from '@mantine/core';
import { textOf } from '#app/notices.tsx';
import { FormError } from '#ui/FormError.tsx';
import { DemoMailboxLink } from '#web/areas/office/sandbox/DemoMailboxLink.tsx';
import { type FirstCode, FirstCodeDialog } from './FirstCodeDialog.tsx';
import { MailAgain } from './MailAgain.tsx';
import { useMailedCode } from './useMailedCode.ts';

export function MailCodesDialog({ begun, email, ...rest }: FirstCode & { begun: { otp_secret: string }; email: string }) {
  const mail = useMailedCode(begun.otp_secret, { mailed: true });
  return (
    <FirstCodeDialog
      {...rest}
      title="Set up codes by mail"
      label="Code from the mail"
      missing="Enter the code from the mail"
      otpSecret={begun.otp_secret}
      below={
        <Group gap="xs">
          <MailAgain mail={mail} />
          <DemoMailboxLink apart variant="subtle" size="compact-sm" />
        </Group>
      }
    >
      <Text role="status">A code is on its way to {email}.</Text>
      <FormError>{mail.error && textOf(mail.error)}</FormError>
    </FirstCodeDialog>
  );
}
