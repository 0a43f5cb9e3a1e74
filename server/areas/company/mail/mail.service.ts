// Sends mail to the product's own users: lays out what an area wrote and hands it to the provider. Never inside a transaction.
import { findLogo } from '#areas/company/settings/settings.service.ts';
import type { Variant } from '#contract/lookups.ts';
import { variantDefinitions } from '#contract/variants.ts';
import { inTenant, type Platform, type Tx, type WorkCtx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import type { StoredFile } from '#kernel/files/files.ts';
import { originOf } from '#kernel/http/links.ts';
import { type Mail, MailRefused } from '#kernel/mail/mail.ts';
import { type Letter, layOut, logoCid } from './mail.layout.ts';

export type { Letter } from './mail.layout.ts';
export { momentIn, momentOf } from './mail.moments.ts';

/** For calls that cannot work without mail. Throws mail.not_configured. */
export function mustHaveMail({ mail }: Platform): void {
  if (!mail) throw fail('mail.not_configured');
}

/**
 * Mails a user of the actor's company at their current address, or at `address` under `name`; inactive users get no mail. Throws when a retry may help.
 * False: mail is not configured, there is no active user, or the server refused the mail for good (which is logged).
 */
export async function sendToUser(
  ctx: WorkCtx,
  userId: number,
  letter: Letter,
  {
    address,
    name: called,
    replyTo,
    ...options
  }: Pick<Mail, 'replyTo'> & { patience?: number; address?: string; name?: string } = {},
): Promise<boolean> {
  const { platform, actor, log } = ctx;
  const { mail, config } = platform;
  const about = { user: userId, company: actor.companyId };
  const { person, logo } = await inTenant(ctx, async (tx) => ({
    person: await findRecipient(tx, userId),
    logo: await findLogo(tx),
  }));
  if (!mail || !person) {
    log.info(about, mail ? 'no mail: no active user' : 'no mail configured');
    return false;
  }
  const { company, name } = person;
  const { product, color } = variantDefinitions[person.variant as Variant];
  const attachments = await attachedLogo(ctx, logo);
  try {
    const { id } = await mail.send(
      {
        from: company,
        to: { name: called ?? name, address: address ?? person.address },
        ...(replyTo && { replyTo }),
        ...layOut(letter, { company, product, color, logo: attachments.length > 0, origin: originOf(config) }),
        attachments,
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

/** Bytes. Every mail carries the logo, so a larger one stays out. */
const maxLogo = 200 * 1024;

/** Nothing if the storage fails: a mail with a code must not wait for a picture. */
async function attachedLogo({ platform, log }: WorkCtx, file: StoredFile | undefined): Promise<NonNullable<Mail['attachments']>> {
  if (!file || file.size > maxLogo) return [];
  try {
    const content = Buffer.concat(await Array.fromAsync(platform.storage.read(file, 0, file.size)));
    return [{ name: file.name, type: file.type, content, cid: logoCid }];
  } catch (err) {
    log.warn({ err, file: file.id }, 'the logo could not be read: a mail goes without it');
    return [];
  }
}

const findRecipient = (tx: Tx, userId: number) =>
  tx.db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.company_id', 'u.company_id')
    .select(({ fn, val, ref }) => [
      'c.name as company',
      'c.variant',
      'u.email as address',
      fn<string>('trim', [fn<string>('concat_ws', [val(' '), ref('u.first_name'), ref('u.last_name')])]).as('name'),
    ])
    .where('u.company_id', '=', tx.companyId)
    .where('c.company_id', '=', tx.companyId)
    .where('u.id', '=', userId)
    .where('u.active', '=', true)
    .executeTakeFirst();
