// The demo's mail: made like any other, then stored in the mailbox at /sandbox/mail. It never leaves this machine.
import { createTransport } from 'nodemailer';
import type { Db } from '#kernel/db/database.ts';
import type { MailProvider } from '#kernel/mail/mail.ts';
import { messageIdOf, messageOf } from './mail.message.ts';

const address = 'no-reply@steward.test';

export function sandboxMail(db: Db): MailProvider {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { messageId, message } = await transport.sendMail(messageOf(mail, address));
      if (!Buffer.isBuffer(message)) throw new TypeError('the message is to come whole');
      await db
        .insertInto('sandbox_mails')
        .values({ recipient: mail.to.address, subject: mail.subject, raw: message, message_id: messageId })
        .execute();
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
