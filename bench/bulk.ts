// Bulk actions on a quarter of a million contacts, and their undo, against the bare set-based statement (`npm
// run bench -- bulk`).
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { type BulkAction, getBulkAction, undoBulkAction } from '#contract/bulk.ts';
import { destroyContacts, updateContactGroup } from '#contract/contactActions.ts';
import { updateTagsGroup } from '#contract/tags.ts';
import { type Caller, signIn } from './caller.ts';
import { endQuiet, quietAdmin } from './imports.ts';
import { type LargeCompany, largeCompany, people } from './largeCompany.ts';
import type { Product } from './product.ts';
import { listWhile } from './scale.ts';
import { count, met, type Section, type Size, timed } from './support.ts';

/** Steward's rate as a share of the bare statement's; milliseconds of the list meanwhile. */
const aims = { rate: 0.4, list: 100 };
const owner = 'manager of 10';

export async function benchBulk(product: Product, size: Size): Promise<Section> {
  const company = await largeCompany(product, size.contacts);
  const caller = await signIn(product.port, people.admin);
  const admin = await quietAdmin(product);
  const number = size.contacts / 4;
  const body = { all: true, contacts_scope: { select_n: number } };
  const [tag, ownerId] = [company.tagIds[0] ?? 0, company.userIds.get(people[owner]) ?? 0];
  const operations: [name: string, start: () => Promise<BulkAction>, set: string][] = [
    ['Tag', () => caller.call(updateTagsGroup, { body: { ...body, tags: [tag] } }), `tags = array[${tag}]`],
    [
      'Change two fields',
      () => caller.call(updateContactGroup, { body: { ...body, fields: { occupation: 'Nurse', do_not_mail: true } } }),
      `occupation = 'Nurse', do_not_mail = true`,
    ],
    [
      'Hand over',
      () => caller.call(updateContactGroup, { body: { ...body, fields: { owner_id: ownerId } } }),
      `owner_id = ${ownerId}, pool_id = null`,
    ],
    ['Delete', () => caller.call(destroyContacts, { body }), 'deleted_at = now()'],
  ];
  const rows: string[][] = [];
  const add = (row: string[]) => {
    console.log(row.join('  '));
    rows.push(row);
  };
  for (const [name, start, set] of operations) {
    const bare = await bareRate(admin, company, number, set);
    const before = await journalBytes(admin);
    let done: Ended | undefined;
    const list = await listWhile(product, company, `List meanwhile: ${name.toLowerCase()}`, aims.list, async () => {
      done = await ended(caller, start);
    });
    if (!done) throw new Error(`${name} did not run`);
    const bytes = ((await journalBytes(admin)) - before) / done.action.changed;
    add(rateRow(name, done, bare, `${count(bytes)} bytes of journal a row`));
    add(list);
    await admin.query('vacuum contacts, contact_changes');
    const { id } = done.action;
    const undone = await ended(caller, () => caller.call(undoBulkAction, { params: { id } }));
    add(rateRow(`Undo: ${name.toLowerCase()}`, undone, bare, ''));
    await admin.query('vacuum contacts, contact_changes');
  }
  caller.close();
  await endQuiet(admin);
  return {
    name: 'bulk',
    title: `Bulk actions on ${count(number)} of ${count(size.contacts)} contacts`,
    how:
      'From the answer of the call until the action has ended, with its line in the journal for each contact. The limit is one UPDATE of the same columns of as many contacts by a superuser, ' +
      'without a journal, rolled back. An undo is compared with the same statement. Once each, after a vacuum; autovacuum rests. The list is asked for by two people meanwhile, 20 ms after each answer.',
    columns: ['What', 'Steward', 'Limit', 'Ratio', 'Aim'],
    rows,
  };
}

interface Ended {
  action: BulkAction;
  ms: number;
}

async function ended(caller: Caller, start: () => Promise<BulkAction>): Promise<Ended> {
  const { id } = await start();
  const { ms, answer } = await timed(async () => {
    for (;;) {
      const action = await caller.call(getBulkAction, { params: { id } });
      if (action.finished_at !== null) return action;
      await pause(100);
    }
  });
  if (answer.status !== 'complete') throw new Error(`bulk action ${id}: ${answer.status}`);
  return { action: answer, ms };
}

function rateRow(name: string, { action, ms }: Ended, bare: number, also: string): string[] {
  const rate = (action.changed / ms) * 1000;
  return [
    [name, also].filter(Boolean).join(', '),
    `${count(rate)} rows/s`,
    `${count(bare)} rows/s`,
    (rate / bare).toFixed(2),
    met(`>= ${aims.rate}`, rate / bare >= aims.rate),
  ];
}

/** Rows a second. */
async function bareRate(admin: Client, { companyId }: LargeCompany, number: number, set: string): Promise<number> {
  await admin.query('begin');
  const { ms, answer } = await timed(() =>
    admin.query(
      `update contacts c set ${set}, version = c.version + 1, updated_at = now()
       where c.company_id = ${companyId} and c.id in (
         select id from contacts where company_id = ${companyId} and deleted_at is null order by sort_name, id limit ${number})`,
    ),
  );
  await admin.query('rollback');
  await admin.query('vacuum contacts');
  return ((answer.rowCount ?? 0) / ms) * 1000;
}

async function journalBytes(admin: Client): Promise<number> {
  const { rows } = await admin.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(inhrelid)) as bytes from pg_inherits where inhparent = 'contact_changes'::regclass`,
  );
  return Number(rows[0]?.bytes);
}
