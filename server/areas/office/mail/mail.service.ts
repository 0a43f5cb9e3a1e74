// Mail to the product's own users: what areas say, laid out and handed to the provider. Never inside a transaction.
import type { Platform, WorkCtx } from '#kernel/context.ts';
import { inCompany } from '#kernel/db/database.ts';
import { fail } from '#kernel/errors.ts';
import { originOf } from '#kernel/http/links.ts';
import { MailRefused } from '#kernel/mail/mail.ts';
import { type Letter, layOut } from './mail.layout.ts';

export type { Letter } from './mail.layout.ts';
export { momentIn, momentOf } from './mail.words.ts';

/** For what is of no use without mail. */
export function mustHaveMail({ mail }: Platform): void {
  if (!mail) throw fail('mail.not_configured');
}

/**
 * To a person of the actor's company, at the address they have now; who has left gets none. Throws where a later try may do better, as a job's. False:
 * there is no mail at all, nobody to get it, or the mail server refused it for good, which is written down and let be.
 */
export async function sendToUser(
  { platform, actor, log }: WorkCtx,
  userId: number,
  letter: Letter,
  options: { patience?: number } = {},
): Promise<boolean> {
  const { mail, config } = platform;
  const about = { user: userId, company: actor.companyId };
  const person = await findRecipient(platform, actor.companyId, userId);
  if (!mail || !person) {
    log.info(about, mail ? 'no mail: nobody there' : 'no mail configured');
    return false;
  }
  const { company, name, address } = person;
  try {
    const { id } = await mail.send({ to: { name, address }, ...layOut(letter, { company, origin: originOf(config) }) }, options);
    log.info({ ...about, mail: id }, 'mail sent');
    return true;
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    log.warn({ ...about, said: error.message }, 'mail refused for good');
    return false;
  }
}

const findRecipient = ({ db }: Platform, companyId: number, userId: number) =>
  inCompany(db, companyId, (tenant) =>
    tenant
      .selectFrom('users as u')
      .innerJoin('companies as c', 'c.company_id', 'u.company_id')
      .select(({ fn, val, ref }) => [
        'c.name as company',
        'u.email as address',
        fn<string>('trim', [fn<string>('concat_ws', [val(' '), ref('u.first_name'), ref('u.last_name')])]).as('name'),
      ])
      .where('u.company_id', '=', companyId)
      .where('c.company_id', '=', companyId)
      .where('u.id', '=', userId)
      .where('u.active', '=', true)
      .executeTakeFirst(),
  );
