// Chooses the mail adapter: the configured server or service, the mailbox in the demo, or none.

import type { Db } from '#kernel/db/database.ts';
import type { MailProvider } from '#kernel/mail/mail.ts';
import type { Config } from '#kernel/ops/config.ts';

/** Null without mail. The libraries load at their first use. */
export async function openMail({ smtp, ses, demo }: Pick<Config, 'smtp' | 'ses' | 'demo'>, db: Db): Promise<MailProvider | null> {
  if (smtp) return (await import('./mail.smtp.ts')).smtpMail(smtp);
  if (ses) return (await import('./mail.ses.ts')).sesMail(ses);
  return demo ? (await import('./mail.sandbox.ts')).sandboxMail(db) : null;
}
