// One contract for every way out: a real SMTP server, SES on its sandbox's wire, the demo's mailbox.
import { contractOf, liveContractOf } from '#tests/support/mailContract.ts';
import { aServer } from '#tests/support/server.ts';
import { aMailServer } from '#tests/support/smtp.ts';
import { sandboxMail } from './mail.sandbox.ts';
import { sesMail } from './mail.ses.ts';
import { smtpMail } from './mail.smtp.ts';
import { aSesAccount, sandboxSes } from './ses.sandbox.ts';

const sender = { from: 'Steward <no-reply@steward.example>', dkim: null };

contractOf('SMTP', async () => {
  const { url, received } = await aMailServer();
  return { mail: smtpMail({ url, ...sender }), received: async () => received };
});

contractOf('Amazon SES', async () => {
  const account = aSesAccount({ verified: new Set(['steward.example', 'harbor.example']) });
  const mail = sesMail({ ...account, ...sender, configurationSet: null, reports: null }, { fetch: sandboxSes(account) });
  return { mail, received: async () => account.accepted };
});

contractOf('the demo’s mailbox', async () => {
  const { platform, operator } = await aServer();
  const received = async () => {
    const rows = await operator.db.selectFrom('sandbox_mails').select(['recipient', 'raw']).orderBy('id').execute();
    return rows.map(({ recipient, raw }) => ({ raw, to: [recipient] }));
  };
  return { mail: sandboxMail(platform.db), received };
});

const {
  LIVE_SMTP_URL: url,
  LIVE_SES_REGION: region,
  LIVE_SES_ACCESS_KEY_ID: accessKeyId,
  LIVE_SES_SECRET_ACCESS_KEY: secretAccessKey,
  LIVE_MAIL_FROM: from = '',
  LIVE_MAIL_TO: to,
} = process.env;
const live = { from, dkim: null };
liveContractOf('an SMTP server', () => (url && from ? smtpMail({ url, ...live }) : null), to);
liveContractOf(
  'Amazon SES',
  () =>
    region && accessKeyId && secretAccessKey && from
      ? sesMail({ region, accessKeyId, secretAccessKey, configurationSet: null, reports: null, ...live })
      : null,
  to,
);
