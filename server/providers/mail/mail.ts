// Where mail goes: to the configured server, in the demo into its own mailbox, and nowhere else.

import type { Db } from '#kernel/db/database.ts';
import type { MailProvider } from '#kernel/mail/mail.ts';
import type { Config } from '#kernel/ops/config.ts';

/** Null where there is no mail. Their library is loaded by whoever needs it. */
export async function openMail({ smtp, demo }: Pick<Config, 'smtp' | 'demo'>, db: Db): Promise<MailProvider | null> {
  if (smtp) return (await import('./mail.smtp.ts')).smtpMail(smtp);
  return demo ? (await import('./mail.sandbox.ts')).sandboxMail(db) : null;
}
