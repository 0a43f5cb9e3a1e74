// Users from a file, in three steps: drop it, see what each row makes, invite.
import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconFileSpreadsheet } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { isRefused, upload } from '#app/api.ts';
import { textOf } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import type { ErrorCode } from '#contract/kit/errors.ts';
import { listUsers } from '#contract/userAdmin.ts';
import { checkUserFile, importUserFile, maxUserRows, shownUserRows, type UserFile } from '#contract/userFiles.ts';
import { FileDrop } from '#ui/FileDrop.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { ResultSummary } from '#ui/ResultSummary.tsx';
import { Stepper, stepName } from '#ui/Stepper.tsx';
import { WizardFrame } from '#ui/WizardFrame.tsx';
import classes from './UserFilePage.module.css';
import { counted } from './userAdmin.labels.ts';

const words = ['File', 'Check', 'Done'];
const aboutFile: ErrorCode[] = [
  'imports.unreadable',
  'imports.empty',
  'too_large',
  'files.storage_full',
  'invalid',
  'users.login_taken',
  'mail.not_configured',
];

type Sent = CallOf<typeof checkUserFile> & { file?: File };
const sentOf = (file: File): Sent => ({ body: {}, file });

export function UserFilePage() {
  const [file, setFile] = useState<File>();
  const [share, setShare] = useState(0);
  const sending = useRef(new AbortController());
  const send = (endpoint: typeof checkUserFile | typeof importUserFile, input: Sent) => {
    sending.current = new AbortController();
    setShare(0);
    return upload(endpoint, input, setShare, sending.current.signal);
  };
  const check = useSend(checkUserFile, { handles: aboutFile, by: (input) => send(checkUserFile, input) });
  const invite = useSend(importUserFile, {
    handles: aboutFile,
    invalidates: [listUsers],
    by: (input) => send(importUserFile, input),
  });
  const again = () => {
    check.reset();
    invite.reset();
    setFile(undefined);
  };
  const now = invite.data ? 2 : check.data ? 1 : 0;
  const error = invite.error ?? check.error;
  const refused = isRefused(error, ...aboutFile) ? textOf(error) : undefined;

  return (
    <WizardFrame
      label={stepName(words, now)}
      title="Users from a file"
      about={file?.name}
      steps={
        <Stepper
          label="Steps of adding users"
          words={words}
          now={now}
          linkTo={(step, className) =>
            step === 0 &&
            now === 1 && (
              <button type="button" className={`${className} ${classes.back}`} onClick={again}>
                {words[0]}
              </button>
            )
          }
        />
      }
      foot={
        now === 1 && file && check.data ? (
          <Button loading={invite.isPending} disabled={check.data.accepted === 0} onClick={() => invite.mutate(sentOf(file))}>
            Invite {counted(check.data.accepted, 'user')}
          </Button>
        ) : now === 2 ? (
          <>
            <Button variant="default" onClick={again}>
              Another file
            </Button>
            <Button renderRoot={(props) => <Link to="/admin/users" {...props} />}>Show the users</Button>
          </>
        ) : undefined
      }
    >
      <div className={classes.root}>
        {refused && (
          <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size="1.1rem" />} title={refused}>
            Nobody was invited.
          </Alert>
        )}
        {now === 0 && (
          <>
            <FileDrop
              label="File of users"
              icon={IconFileSpreadsheet}
              text={`CSV or Excel (.xlsx), up to ${maxUserRows.toLocaleString('en-US')} rows.`}
              sending={
                check.isPending && file
                  ? { name: file.name, share, text: '', onCancel: () => sending.current.abort() }
                  : undefined
              }
              onFile={(chosen) => {
                setFile(chosen);
                check.mutate(sentOf(chosen));
              }}
            />
            <Text c="dimmed">
              Columns: First name, Last name, E-mail; and if you like, Role, Business unit, Manager e-mail, Title. A row without a
              role makes an agent; without a business unit, one of your own.
            </Text>
          </>
        )}
        {check.data && now > 0 && <Rows file={invite.data ?? check.data} isDone={now === 2} />}
      </div>
    </WizardFrame>
  );
}

function Rows({ file, isDone }: { file: UserFile; isDone: boolean }) {
  const { accepted, refused, rows } = file;
  return (
    <>
      <ResultSummary
        state={isDone ? 'done' : 'check'}
        headline={isDone ? `Invited ${counted(accepted, 'user')}` : `${counted(accepted, 'user')} can be invited`}
        tone={refused > 0 ? 'yellow' : 'green'}
        text={isDone ? 'Each gets a mail with a link that opens for seven days.' : 'Nobody has been invited yet.'}
        counts={[
          { word: isDone ? 'Invited' : 'To invite', tone: 'green', figure: accepted.toLocaleString('en-US') },
          { word: 'Refused', tone: 'red', figure: refused.toLocaleString('en-US') },
        ]}
      />
      <PlainTable
        label="Rows"
        rows={rows}
        keyOf={({ line }) => line}
        columns={[
          { header: 'Name', cell: ({ name }) => name },
          { header: 'Line', cell: ({ line }) => line, figures: true },
          { header: 'E-mail', cell: ({ email }) => email },
          { header: 'Role', cell: ({ role }) => role },
          { header: 'Business unit', cell: ({ business_unit }) => business_unit },
          { header: 'Manager', cell: ({ manager }) => manager },
          { header: 'Result', cell: ({ problems }) => problems.join('. ') || (isDone ? 'Invited' : 'Will be invited') },
        ]}
      />
      {accepted + refused > rows.length && <Text c="dimmed">The first {shownUserRows} rows are shown.</Text>}
    </>
  );
}
