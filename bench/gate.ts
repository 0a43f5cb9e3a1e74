// The gate alone: how many decisions it makes in a second, 1,000 contacts a statement.
import { sql } from 'kysely';
import { mayContact } from '#areas/messaging/compliance/compliance.service.ts';
import { channels } from '#contract/complianceLists.ts';
import { loadActor } from '#kernel/actors.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import { connect } from '#kernel/db/database.ts';
import type { Product } from './product.ts';
import { count, inMs, median, type Section, type Size, timed } from './support.ts';

/** Decisions a second. */
const aim = 20_000;
const batch = 1_000;

export async function benchGate(product: Product, { rounds }: Size): Promise<Section> {
  const { ctx, ids } = await demoCompany(product);
  const asked = ids.map((contactId) => ({ contactId }));
  // A weekday at noon in New York, in daytime everywhere; and at night, when every contact gets a later time.
  const moments = { day: new Date('2027-01-13T19:00:00Z'), night: new Date('2027-01-13T07:00:00Z') };
  const rows: string[][] = [];
  for (const channel of channels)
    for (const [when, at] of Object.entries(moments)) {
      const once = () => inTenant(ctx, (tx) => mayContact(tx, asked, { channel, purpose: 'marketing', at }));
      await once();
      const ms: number[] = [];
      for (let round = 0; round < rounds * 5; round++) ms.push((await timed(once)).ms);
      const speed = (asked.length * 1000) / median(ms);
      rows.push([
        `${channel}, marketing`,
        when,
        inMs(median(ms)),
        `${count(Math.round(speed))}/s`,
        speed > aim ? 'met' : '**missed**',
      ]);
    }
  return {
    name: 'gate',
    title: 'Decisions whether contacts may be contacted',
    how: `${count(batch)} contacts of the demo in one statement, each with its answer read; the median of ${rounds * 5}, one at a time. Aim: more than ${count(aim)} a second.`,
    columns: ['Channel', 'At', `${count(batch)} contacts`, 'Decisions', 'Aim'],
    rows,
  };
}

async function demoCompany({ platform, urlOf, log }: Product) {
  const operator = connect(urlOf('operator'), log, { max: 1, name: 'bench' });
  try {
    const { rows } = await sql<{ company_id: number; id: number }>`
      select u.company_id, u.id from users u where u.role = 'admin' order by u.company_id limit 1`.execute(operator.db);
    const [{ company_id, id } = { company_id: 0, id: 0 }] = rows;
    const contacts = await sql<{ id: number }>`
      select c.id from contacts c where c.company_id = ${company_id} and c.deleted_at is null order by hashint8(c.id) limit ${batch}`.execute(
      operator.db,
    );
    const actor = await loadActor(platform, company_id, id, null);
    if (!actor) throw new Error('the demo has no administrator');
    const ctx: WorkCtx = { platform, actor, clock: platform.clock, log };
    return { ctx, ids: contacts.rows.map((row) => row.id) };
  } finally {
    await operator.close();
  }
}
