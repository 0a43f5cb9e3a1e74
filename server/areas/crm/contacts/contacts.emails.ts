// The state of a contact's e-mail addresses: checked by asking name servers, or vouched for by a user.
import type { Contact, Email } from '#contract/contacts.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { createResolver } from '#kernel/http/dns.ts';
import { checkAddress } from './contacts.emailChecks.ts';
import { journal } from './contacts.journal.ts';
import { mustAllowUpdate } from './contacts.policy.ts';
import { getContactById, lockContact, type StoredContact, updateContactColumns } from './contacts.queries.ts';
import { tellChanged } from './contacts.tell.ts';

/** Outside a transaction: a name server may take seconds. */
export async function validateEmail(ctx: Ctx, id: number, wanted: string | undefined): Promise<Contact> {
  const { address } = await inTenant(ctx, async (tx) => emailOf(await lockForUpdate(tx, id), wanted));
  const checked = await checkAddress(address, createResolver(ctx.platform.config)).catch((err) => {
    ctx.log.warn({ err }, 'no name server answered about an e-mail domain');
    throw fail('contacts.email_not_checked');
  });
  return inTenant(ctx, (tx) => setState(tx, id, address, checked));
}

export const forceVerifyEmail = (tx: Tx, id: number, wanted: string | undefined): Promise<Contact> =>
  setState(tx, id, wanted, 'verified');

/** A person's word stands above a check, unless the address cannot get mail at all. */
async function setState(tx: Tx, id: number, wanted: string | undefined, state: Email['state']): Promise<Contact> {
  const stored = await lockForUpdate(tx, id);
  const email = emailOf(stored, wanted);
  if (email.state === state || (email.state === 'verified' && state !== 'invalid')) return getContactById(tx, id);
  const emails = stored.emails.map((each) => (each.address === email.address ? { ...each, state } : each));
  await updateContactColumns(tx, id, { emails: JSON.stringify(emails) });
  await journal(tx, {
    contactId: id,
    action: state === 'verified' ? 'email_verified' : 'email_checked',
    before: { email: email.address, email_state: email.state },
    after: { email: email.address, email_state: state },
  });
  await tellChanged(tx, id, stored);
  return getContactById(tx, id);
}

async function lockForUpdate(tx: Tx, id: number): Promise<StoredContact> {
  const stored = await lockContact(tx, id);
  mustAllowUpdate(tx, stored);
  return stored;
}

function emailOf({ emails }: StoredContact, wanted: string | undefined): Email {
  const email = wanted === undefined ? emails[0] : emails.find(({ address }) => address.toLowerCase() === wanted.toLowerCase());
  if (!email) throw fail('contacts.no_such_email');
  return email;
}
