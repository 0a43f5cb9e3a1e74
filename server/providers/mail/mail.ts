// Chooses the mail adapter: the configured server, the mailbox in the demo, or none.

import type { Db } from '#kernel/db/database.ts';
import type { MailProvider } from '#kernel/mail/mail.ts';
import type { Config } from '#kernel/ops/config.ts';

/** Null without mail. The libraries load at their first use. */
export async function openMail({ smtp, demo }: Pick<Config, 'smtp' | 'demo'>, db: Db): Promise<MailProvider | null> {
  if (smtp) return (await import('./mail.smtp.ts')).smtpMail(smtp);
  return demo ? (await import('./mail.sandbox.ts')).sandboxMail(db) : null;
}
