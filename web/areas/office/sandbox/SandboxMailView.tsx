import { Anchor, Tabs, Title } from '@mantine/core';
import { IconArrowLeft, IconPaperclip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { hrefOf } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { downloadSandboxAttachment, getSandboxMail, type SandboxMail } from '#contract/sandbox.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { SandboxActs } from './SandboxActs.tsx';
import classes from './SandboxMailView.module.css';
import { momentHere, sizeOf } from './sandbox.labels.ts';

export function SandboxMailView({ id }: { id: number }) {
  const mail = useQuery({ ...queryOf(getSandboxMail, { params: { id } }), staleTime: Number.POSITIVE_INFINITY });
  return (
    <>
      <Anchor
        className={classes.back}
        renderRoot={(props) => <Link to="/sandbox/mail" search={({ id: _, ...old }) => old} {...props} />}
      >
        <IconArrowLeft size="1rem" /> All mails
      </Anchor>
      {mail.error && !mail.data ? (
        <FailedQuery query={mail} />
      ) : mail.data ? (
        <Mail mail={mail.data} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </>
  );
}

function Mail({ mail }: { mail: SandboxMail }) {
  const { id, subject, from, recipient, created_at, html, text, headers, attachments, acts } = mail;
  return (
    <>
      <Title order={2}>{subject}</Title>
      <dl className={classes.facts}>
        <dt>From</dt>
        <dd>{from}</dd>
        <dt>To</dt>
        <dd>{recipient}</dd>
        <dt>Sent</dt>
        <dd className="figures">{momentHere(created_at)}</dd>
      </dl>
      {acts.length > 0 && <SandboxActs id={id} acts={acts} />}
      {attachments.length > 0 && (
        <ul className={classes.attachments} aria-label="Attachments">
          {attachments.map(({ place, name, size }) => (
            <li key={place}>
              <IconPaperclip size="1rem" aria-hidden />
              <Anchor href={hrefOf(downloadSandboxAttachment, { params: { id, place } })} download={name}>
                {name}
              </Anchor>
              <span className={classes.size}>{sizeOf(size)}</span>
            </li>
          ))}
        </ul>
      )}
      <Tabs defaultValue="html" keepMounted={false} className={classes.tabs}>
        <Tabs.List aria-label="Parts of the mail">
          <Tabs.Tab value="html">HTML</Tabs.Tab>
          <Tabs.Tab value="text">Text</Tabs.Tab>
          <Tabs.Tab value="headers">Headers</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="html" className={classes.panel}>
          <iframe title={subject} className={classes.html} sandbox={sandbox} srcDoc={opensElsewhere(html)} />
        </Tabs.Panel>
        <Tabs.Panel value="text" className={classes.panel} tabIndex={0}>
          <pre className={classes.text}>{text}</pre>
        </Tabs.Panel>
        <Tabs.Panel value="headers" className={classes.panel} tabIndex={0}>
          <dl className={classes.headers}>
            {headers.map(({ name, value }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a header may come twice, and their order is fixed
              <div key={place}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** A mail runs no script, sends no form and cannot reach this page; its links open as in a mail program. */
const sandbox = 'allow-popups allow-popups-to-escape-sandbox';
const opensElsewhere = (html: string) => html.replace(/<head[^>]*>|^/i, (head) => `${head}<base target="_blank">`);
