// Checks of phone numbers: of one, of a selection, and what they cost.
import { sql } from 'kysely';
import { startBulkAction } from '#areas/crm/bulk/bulk.service.ts';
import { chosenBy, limitSearch, lockContact, mustAllowUpdate } from '#areas/crm/contacts/contacts.service.ts';
import { priceOf } from '#areas/money/wallet/wallet.service.ts';
import type { Selection } from '#contract/contactsScope.ts';
import { type Money, moneyText, times } from '#contract/kit/money.ts';
import type { PhoneCheck } from '#contract/phoneChecks.ts';
import type { Tx } from '#kernel/context.ts';
import { allOf } from '#kernel/db/sql.ts';
import { wrong } from '#kernel/errors.ts';
import { phoneCheckJobs } from './phoneChecks.jobs.ts';
import { getPhoneCheck } from './phoneChecks.lists.ts';
import { checkPhonesOperation } from './phoneChecks.operations.ts';
import { addCheck, isFresh, phonesOfContact } from './phoneChecks.queries.ts';

/** Also one that was checked lately: the user asks for it. */
export async function checkPhone(
  tx: Tx,
  { contact_id, phone_number }: { contact_id: number; phone_number: string },
): Promise<PhoneCheck> {
  const stored = await lockContact(tx, contact_id);
  mustAllowUpdate(tx, stored);
  const { rows } = await sql`
    select from contacts c where c.company_id = ${tx.companyId} and c.id = ${contact_id}
      and c.phones @> ${JSON.stringify([{ number: phone_number }])}::jsonb`.execute(tx.db);
  if (rows.length === 0) throw wrong('phone_number', 'The contact does not have this number');
  const id = await addCheck(tx, contact_id, phone_number);
  tx.enqueue(phoneCheckJobs.run, {});
  return getPhoneCheck(tx, id);
}

export const checkSelection = (tx: Tx, selection: Selection) => startBulkAction(tx, checkPhonesOperation, selection, {});

export async function estimateChecks(tx: Tx, selection: Selection) {
  await limitSearch(tx);
  const { conditions } = await chosenBy(tx, selection);
  const { rows } = await sql<{ contacts: number; phone_numbers: number; to_check: number }>`
    with chosen as (select c.id, c.phones from contacts c where ${allOf(conditions)}),
      numbers as (select distinct p.number from chosen c cross join ${phonesOfContact})
    select (select count(*) from chosen)::int as contacts, count(*)::int as phone_numbers, (count(*) filter (where not ${isFresh(tx)}))::int as to_check
    from numbers p`.execute(tx.db);
  const { contacts, phone_numbers, to_check } = rows[0] ?? { contacts: 0, phone_numbers: 0, to_check: 0 };
  const price = await priceOfCheck(tx);
  return { contacts, phone_numbers, to_check, unit_price: moneyText(price), cost: moneyText(times(price, to_check)) };
}

export const priceOfCheck = (tx: Tx): Promise<Money> => priceOf(tx, 'phone_check');
