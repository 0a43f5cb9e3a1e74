// Sets up an authenticator app: from the QR code to its first code.
import { Button, Code, CopyButton, Text } from '@mantine/core';
import type { AnswerOf } from '#contract/kit/endpoint.ts';
import type { generateQr } from '#contract/twoFactor.ts';
import classes from './AppDialog.module.css';
import { type FirstCode, FirstCodeDialog } from './FirstCodeDialog.tsx';

export const AppDialog = ({ begun, ...rest }: FirstCode & { begun: AnswerOf<typeof generateQr> }) => (
  <FirstCodeDialog
    {...rest}
    title="Set up the authenticator app"
    label="Code that the app shows"
    missing="Enter the code that the app shows"
    otpSecret={begun.otp_secret}
  >
    <Text>Scan this with the app, or type the key into it.</Text>
    <div className={classes.secret}>
      <img src={begun.qr} alt="QR code of the key below" className={classes.qr} />
      <div className={classes.key}>
        <Code>{begun.secret}</Code>
        <CopyButton value={begun.secret.replaceAll(' ', '')}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              {copied ? 'Copied' : 'Copy the key'}
            </Button>
          )}
        </CopyButton>
      </div>
    </div>
  </FirstCodeDialog>
);
