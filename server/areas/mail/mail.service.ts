// Mail to the product's own users: what areas say, laid out and handed to the provider. Called from jobs, which try again; never
// inside a transaction.
import type { Platform, WorkCtx } from '#kernel/context.ts';
import { inCompany } from '#kernel/database.ts';
import { fail } from '#kernel/errors.ts';
import { originOf } from '#kernel/links.ts';
import { MailRefused } from '#kernel/mail.ts';
import { type Letter, layOut } from './mail.layout.ts';

export type { Letter } from './mail.layout.ts';
export { momentIn, momentOf } from './mail.words.ts';

/** For what is of no use without mail. */
export function mustHaveMail(platform: Platform): void {
  if (!mailOf(platform)) throw fail('mail.not_configured');
}

/**
 * To a person of the actor's company, at the address they have now; who has left gets none. Throws where a later try may do better; what the
 * mail server refused for good, or where there is no mail at all, is written down and let be.
 */
export async function sendToUser({ platform, actor, log }: WorkCtx, userId: number, letter: Letter): Promise<void> {
  const way = mailOf(platform);
  const person = await findRecipient(platform, actor.companyId, userId);
  if (!way || !person)
    return log.info({ user: userId, company: actor.companyId }, way ? 'no mail: nobody there' : 'no mail configured');
  const { company, name, address } = person;
  try {
    const { id } = await way.mail.send({ to: { name, address }, ...layOut(letter, { company, origin: way.origin }) });
    log.info({ user: userId, company: actor.companyId, mail: id }, 'mail sent');
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    log.warn({ user: userId, company: actor.companyId, said: error.message }, 'mail refused for good');
  }
}

/** Mail carries links: without an address of ours there is none. */
function mailOf({ mail, config }: Platform) {
  const origin = originOf(config);
  return mail && origin ? { mail, origin } : null;
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
