// A contact with a long history opens: everything that its page asks the server for, one call after another.
import { sql } from 'kysely';
import { getContactTimelineFilters, listContactNotes, listContactTimeline } from '#contract/contactHistory.ts';
import { getContact } from '#contract/contacts.ts';
import { listLinkedContacts } from '#contract/linkedContacts.ts';
import { listPolicies } from '#contract/policies.ts';
import { connect } from '#kernel/db/database.ts';
import { type Caller, signIn } from './caller.ts';
import type { Product } from './product.ts';
import { inMs, percentile, type Section, type Size, timed } from './support.ts';

const entries = 5_000;
const policies = 50;
const notes = 200;

export async function benchContactPage(product: Product, { requests }: Size): Promise<Section> {
  const caller = await signIn(product.port, 'admin@harbor.test');
  try {
    const id = await aLongHistory(product, caller);
    const params = { id };
    const calls: Record<string, () => Promise<unknown>> = {
      'the contact': () => caller.send(getContact, { params, query: { not_remove_new_tag: true } }),
      'timeline, first page': () => caller.send(listContactTimeline, { params, query: {} }),
      'linked contacts': () => caller.send(listLinkedContacts, { params }),
      policies: () => caller.send(listPolicies, { params, query: {} }),
      notes: () => caller.send(listContactNotes, { params, query: {} }),
    };
    const further: Record<string, () => Promise<unknown>> = {
      'timeline, its filters': () => caller.send(getContactTimelineFilters, { params }),
      'timeline, a text that nothing holds': () => caller.send(listContactTimeline, { params, query: { q: 'zzzz' } }),
      'timeline, a kind': () => caller.send(listContactTimeline, { params, query: { kind: 'notes' } }),
    };
    const whole: number[] = [];
    const each = new Map<string, number[]>();
    const run = async (name: string, call: () => Promise<unknown>) => {
      const { ms } = await timed(call);
      each.set(name, [...(each.get(name) ?? []), ms]);
      return ms;
    };
    for (let round = 0; round < requests; round++) {
      let sum = 0;
      for (const [name, call] of Object.entries(calls)) sum += await run(name, call);
      whole.push(sum);
      for (const [name, call] of Object.entries(further)) await run(name, call);
    }
    const row = (name: string, values: readonly number[]) => [
      name,
      inMs(percentile(values, 0.5)),
      inMs(percentile(values, 0.95)),
    ];
    return {
      name: 'contactPage',
      title: 'The page of a contact with a long history',
      how:
        `A contact with ${entries.toLocaleString('en-US')} entries in its timeline, ${policies} policies and ${notes} notes; ${requests} times, one call after another on one connection. ` +
        'The aim is 150 ms (p95) for all that the page asks for.',
      columns: ['Call', 'p50', 'p95'],
      rows: [row('all that the page asks for', whole), ...[...each].map(([name, values]) => row(name, values))],
    };
  } finally {
    caller.close();
  }
}

async function aLongHistory({ urlOf, log }: Product, { userId }: Caller): Promise<number> {
  const operator = connect(urlOf('operator'), log, { max: 1, name: 'bench' });
  try {
    const { db } = operator;
    const { company_id } = await db.selectFrom('users').select('company_id').where('id', '=', userId).executeTakeFirstOrThrow();
    const { id } = await db
      .insertInto('contacts')
      .values({ company_id, owner_id: userId, first_name: 'Long', last_name: 'History' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`insert into contact_notes (company_id, contact_id, author_id, body, created_at)
      select ${company_id}, ${id}, ${userId}, 'Asked about plan G, call ' || n, now() - n * interval '2 hours' from generate_series(1, ${notes}) n`.execute(
      db,
    );
    await sql`insert into policies (company_id, contact_id, kind, product, status)
      select ${company_id}, ${id}, 'policy', 'Plan ' || n, 'in_force' from generate_series(1, ${policies}) n`.execute(db);
    await sql`insert into contact_changes (company_id, contact_id, action, actor_id, at, before, after)
      select ${company_id}, ${id}, case n % 4 when 0 then 'activity' when 1 then 'tagged' else 'updated' end, ${userId},
        now() - n * interval '3 hours', jsonb_build_object('city', 'Tampa ' || n), jsonb_build_object('city', 'Miami ' || n)
      from generate_series(1, ${entries}) n`.execute(db);
    await sql`analyze contact_changes, contact_notes, policies`.execute(db).catch(() => {});
    return id;
  } finally {
    await operator.close();
  }
}
