// Sends mail to the product's own users: lays out what an area wrote and hands it to the provider. Never inside a transaction.
import type { Variant } from '#contract/lookups.ts';
import { variantDefinitions } from '#contract/variants.ts';
import type { Platform, WorkCtx } from '#kernel/context.ts';
import { inCompany } from '#kernel/db/database.ts';
import { fail } from '#kernel/errors.ts';
import { originOf } from '#kernel/http/links.ts';
import { MailRefused } from '#kernel/mail/mail.ts';
import { type Letter, layOut } from './mail.layout.ts';

export type { Letter } from './mail.layout.ts';
export { momentIn, momentOf } from './mail.moments.ts';

/** For calls that cannot work without mail. Throws mail.not_configured. */
export function mustHaveMail({ mail }: Platform): void {
  if (!mail) throw fail('mail.not_configured');
}

/**
 * Mails a user of the actor's company at their current address, or at `address`; inactive users get no mail. Throws when a retry may help.
 * False: mail is not configured, there is no active user, or the server refused the mail for good (which is logged).
 */
export async function sendToUser(
  { platform, actor, log }: WorkCtx,
  userId: number,
  letter: Letter,
  { address, ...options }: { patience?: number; address?: string } = {},
): Promise<boolean> {
  const { mail, config } = platform;
  const about = { user: userId, company: actor.companyId };
  const person = await findRecipient(platform, actor.companyId, userId);
  if (!mail || !person) {
    log.info(about, mail ? 'no mail: no active user' : 'no mail configured');
    return false;
  }
  const { company, name } = person;
  const { product, color } = variantDefinitions[person.variant as Variant];
  try {
    const { id } = await mail.send(
      {
        from: company,
        to: { name, address: address ?? person.address },
        ...layOut(letter, { company, product, color, origin: originOf(config) }),
      },
      options,
    );
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
        'c.variant',
        'u.email as address',
        fn<string>('trim', [fn<string>('concat_ws', [val(' '), ref('u.first_name'), ref('u.last_name')])]).as('name'),
      ])
      .where('u.company_id', '=', companyId)
      .where('c.company_id', '=', companyId)
      .where('u.id', '=', userId)
      .where('u.active', '=', true)
      .executeTakeFirst(),
  );
