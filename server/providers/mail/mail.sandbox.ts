// The demo's mail: made like any other, then stored in the mailbox at /sandbox/mail. It never leaves this machine.
import { setImmediate } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { SandboxMails } from '#kernel/db/database.generated.ts';
import type { Db } from '#kernel/db/database.ts';
import type { MailProvider } from '#kernel/mail/mail.ts';
import { messageIdOf, messageOf } from './mail.message.ts';
import { rawOf } from './mail.raw.ts';

/** Mails of one statement. */
const maxStored = 20;
const address = 'no-reply@steward.test';

export function sandboxMail(db: Db): MailProvider {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const store = together((mails: Insertable<SandboxMails>[]) => db.insertInto('sandbox_mails').values(mails).execute());
  const signed = async (mail: SendMailOptions) => {
    const { messageId, message } = await transport.sendMail(mail);
    if (!Buffer.isBuffer(message)) throw new TypeError('the message is to come whole');
    return { raw: message, messageId };
  };
  return {
    atOnce: 20,
    async send(mail) {
      const message = messageOf(mail, address);
      const { raw, messageId } = message.dkim ? await signed(message) : rawOf(message);
      const subject = mail.subject.replaceAll('\0', ''); // no text of the database may hold it
      await store({ recipient: mail.to.address, subject, raw, message_id: messageId });
      return { id: messageId };
    },
    async find(messageKey) {
      const found = await db
        .selectFrom('sandbox_mails')
        .select('id')
        .where('message_id', '=', messageIdOf(messageKey, address))
        .executeTakeFirst();
      return found !== undefined;
    },
    check: async () => null,
    isSandbox: true,
    close: () => transport.close(),
  };
}

/** Collects items while the previous work runs, and does them together, `maxStored` at a time, like a mail server's queue. */
function together<T>(work: (items: T[]) => Promise<unknown>): (item: T) => Promise<void> {
  const waiting: { item: T; done: PromiseWithResolvers<void> }[] = [];
  let running = false;
  const run = async () => {
    running = true;
    await setImmediate();
    while (waiting.length > 0) {
      const now = waiting.splice(0, maxStored);
      await work(now.map(({ item }) => item)).then(
        () => now.forEach(({ done }) => void done.resolve()),
        (error) => now.forEach(({ done }) => void done.reject(error)),
      );
    }
    running = false;
  };
  return (item) => {
    const done = Promise.withResolvers<void>();
    waiting.push({ item, done });
    if (!running) void run();
    return done.promise;
  };
}
