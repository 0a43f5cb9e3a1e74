// The foot of a mail to a contact: the sender's licences, the dated disclaimer where the variant asks for one, the postal address.
import { sql } from 'kysely';
import { lawDay } from '#areas/messaging/compliance/compliance.service.ts';
import { formatDay } from '#contract/kit/formats.ts';
import type { Variant } from '#contract/lookups.ts';
import type { Tx } from '#kernel/context.ts';
import type { Sender } from './templates.values.ts';

/** Variants whose people sell Medicare plans. */
const withDisclaimer: readonly Variant[] = ['standard', 'agency'];

export interface Licence {
  state: string;
  number: string;
}

export interface Foot {
  /** Of the sender: `licenceLine` says those that matter to a contact. */
  licences: Licence[];
  lines: string[];
  /** The missing parts, for the check of the mail. */
  missing: ('disclaimer' | 'postal_address')[];
}

export async function footOf(tx: Tx, sender: Sender): Promise<Foot> {
  const day = lawDay(tx);
  const { rows } = await sql<{
    licences: Licence[];
    body: string | null;
    since: string;
    postal: string | null;
  }>`
    select
      coalesce((select json_agg(json_build_object('state', l.state, 'number', l.number) order by l.state) from agent_licences l
        where l.company_id = ${tx.companyId} and l.user_id = ${tx.actor.userId}
          and (l.expires_on is null or l.expires_on >= ${day}::date)), '[]') as licences,
      d.body, d.since,
      (select s.value #>> '{}' from settings s where s.company_id = ${tx.companyId} and s.name = 'compliance.postal_address') as postal
    from (values (1)) one (n)
    left join lateral (
      select r.body, r.effective_from::text as since from (
        select o.body, o.effective_from, o.effective_until, 1 as rank from contact_rules o
          where o.company_id = ${tx.companyId} and o.kind = 'disclaimer' and 'email' = any(o.channels) and o.state = '' and not o.waived
        union all
        select l.body, l.effective_from, l.effective_until, 2 from law_rules l where l.kind = 'disclaimer' and 'email' = any(l.channels)
          and not exists (select from contact_rules o where o.company_id = ${tx.companyId} and o.replaces = l.id and o.waived
            and o.effective_from <= ${day}::date and (o.effective_until is null or o.effective_until > ${day}::date))) r
      where r.effective_from <= ${day}::date
        and (r.effective_until is null or r.effective_until > ${day}::date)
      order by r.rank, r.effective_from desc limit 1) d on true`.execute(tx.db);
  const { licences = [], body = null, since = '', postal = null } = rows[0] ?? {};
  const isAsked = withDisclaimer.includes(sender.variant as Variant) && body !== null;
  // The law's text has places for the company's own numbers.
  const isFilled = isAsked && !/[{}]/.test(body);
  const address = postal?.trim() ?? '';
  return {
    licences,
    lines: [
      isFilled ? `${body} (Text of ${formatDay(since)})` : '',
      address && `${sender.company}, ${address.replace(/\s*\n\s*/g, ', ')}`,
    ].filter(Boolean),
    missing: [...(isAsked && !isFilled ? (['disclaimer'] as const) : []), ...(address ? [] : (['postal_address'] as const))],
  };
}

/** Licences of an agent in many states are a page of numbers: a contact of an unknown place sees so many. */
const maxLicences = 3;

/** The licence of the contact's own state, else some of them; none where the agent has none. */
export function licenceLine(name: string, licences: readonly Licence[], state: string): string[] {
  const own = licences.filter((licence) => licence.state === state);
  const shown = own.length > 0 ? own : licences.slice(0, maxLicences);
  if (shown.length === 0) return [];
  const words = shown.map((licence) => `${licence.state} (${licence.number})`).join(', ');
  const others = own.length > 0 ? 0 : licences.length - shown.length;
  return [`${name} is licensed in ${words}${others > 0 ? ` and ${others} more ${others === 1 ? 'state' : 'states'}` : ''}.`];
}
