// Addresses for answers to a mail: in the company's reply domain, with the message's name, `r-…`. Mails that
// come back go to `b-…` of the same.
import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '#kernel/context.ts';
import type { Config } from '#kernel/ops/config.ts';
import { getSetting, setting } from '#kernel/settings.ts';

const domainForm = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

export const replyDomain = setting(
  'sends.reply_domain',
  z
    .string()
    .trim()
    .toLowerCase()
    .max(150)
    .refine((domain) => domain === '' || domainForm.test(domain), 'Enter a domain, as reply.example.com'),
  '',
  {
    title: 'Reply domain',
    about:
      'Answers to mails arrive in the inbox when the mail server of this domain posts them to the address under Admin, Services.',
    group: 'E-mail',
    kind: 'text',
  },
);

/** Null: answers go to the user's own address. The demo has a domain of its own, which its mailbox serves. */
export async function replyDomainOf(tx: Tx, { demo }: Pick<Config, 'demo'>): Promise<string | null> {
  return (await getSetting(tx, replyDomain)) || (demo ? 'reply.steward.test' : null);
}

interface Named {
  id: number;
  secret: string;
}

/** No capital letters: mail servers lose them. Its last part is known to the receiver alone. */
export const replyTokenOf = (companyId: number, { id, secret }: Named): string =>
  `${companyId.toString(36)}-${id.toString(36)}-${secret.replaceAll('-', '').slice(0, 20)}`;

const tokenForm = /^[rb]-([0-9a-z]{1,10})-([0-9a-z]{1,10})-([0-9a-f]{20})@/i;
/** As messageKeyOf writes it. */
const messageIdForm = /^<?m(\d{1,15})\.(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.\d+@/i;

export interface Answered {
  id: number;
  send_id: number;
  contact_id: number;
  asked_by: number;
  subject: string;
}

/** The message that one of these addresses names. */
export const findByAddress = (tx: Tx, addresses: readonly string[]) =>
  findNamed(
    tx,
    addresses.map((address) => tokenForm.exec(address)).map((found) => found && { ...found, radix: 36 }),
  );

/** The message that one of these Message-IDs names: the newest stand first. A mail service may have given it one of its own. */
export async function findByMessageId(tx: Tx, messageIds: readonly string[]): Promise<Answered | null> {
  const ours = messageIds.map((id) => messageIdForm.exec(id)).map((found) => found && { ...found, radix: 10 });
  const named = await findNamed(tx, ours);
  const theirs = messageIds.filter((_, place) => ours[place] === null);
  if (named || theirs.length === 0) return named;
  const { rows } = await sql<Answered>`
    select m.id, m.send_id, m.contact_id, s.asked_by, coalesce(m.subject, s.subject) as subject from messages m
    join sends s on s.company_id = ${tx.companyId} and s.id = m.send_id
    where m.company_id = ${tx.companyId} and m.provider_id = any(${theirs}::text[])
      and m.provider_id is not null and m.sender is null and m.provider_id not like '<m%'
    order by array_position(${theirs}::text[], m.provider_id) limit 1`.execute(tx.db);
  return rows[0] ?? null;
}

/** None where it is no key of ours. */
export const companyOfKey = (messageKey: string): number[] => numbersOf([messageIdForm.exec(`${messageKey}@`)], 10);

/** Of addresses that we made: anybody may write one. */
export const companiesOf = (addresses: readonly string[]): number[] =>
  numbersOf(
    addresses.map((address) => tokenForm.exec(address)),
    36,
  );

const numbersOf = (found: readonly (RegExpExecArray | null)[], radix: number): number[] =>
  found.flatMap((parts) => (parts ? Number.parseInt(parts[1] ?? '', radix) : []));

async function findNamed(
  tx: Tx,
  parts: readonly ({ [place: number]: string; radix: number } | null)[],
): Promise<Answered | null> {
  for (const part of parts) {
    if (!part || Number.parseInt(part[1] ?? '', part.radix) !== tx.companyId) continue;
    const id = Number.parseInt(part[2] ?? '', part.radix);
    const secret = (part[3] ?? '').replaceAll('-', '').slice(0, 20).toLowerCase();
    const { rows } = await sql<Answered>`
      select m.id, m.send_id, m.contact_id, s.asked_by, coalesce(m.subject, s.subject) as subject from messages m
      join sends s on s.company_id = ${tx.companyId} and s.id = m.send_id
      where m.company_id = ${tx.companyId} and m.id = ${id} and left(replace(m.secret::text, '-', ''), 20) = ${secret}`.execute(
      tx.db,
    );
    if (rows[0]) return rows[0];
  }
  return null;
}
