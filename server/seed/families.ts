// Invented prescriptions of the demo's clients, and who is whose spouse, child or referral.
import { sql } from 'kysely';
import { prescription } from '#areas/crm/prescriptions/prescriptions.service.ts';
import type { LinkRelation } from '#contract/linkRelations.ts';
import type { Copy } from '#kernel/db/copy.ts';
import type { Db } from '#kernel/db/database.ts';
import type { Seal } from '#kernel/secrets/seal.ts';
import { seeded, weighted } from './random.ts';

const drugs = [
  { drug: 'Metformin', dose: '500 mg', form: 'Tablet', frequency: 'Twice a day' },
  { drug: 'Lisinopril', dose: '10 mg', form: 'Tablet', frequency: 'Once a day' },
  { drug: 'Atorvastatin', dose: '20 mg', form: 'Tablet', frequency: 'Once a day' },
  { drug: 'Omeprazole', dose: '20 mg', form: 'Capsule', frequency: 'Once a day' },
  { drug: 'Albuterol', dose: '90 mcg', form: 'Inhaler', frequency: 'As needed' },
];
const pharmacies = ['Corner Pharmacy', 'Bayside Drugs', ''];
const doctors = ['Dr. Patel', 'Dr. Nguyen', 'Dr. Ortiz', ''];
const relations = weighted<LinkRelation>([
  ['spouse', 5],
  ['child', 2],
  ['household', 1],
  ['referral', 3],
  ['caregiver', 1],
]);

export async function copyPrescriptions(db: Db, copy: Copy, companyId: number, seal: Seal): Promise<void> {
  const { rows: clients } = await sql<{ id: number }>`
    select id from contacts where company_id = ${companyId} and kind = 'client' and deleted_at is null order by id`.execute(db);
  const random = seeded(companyId + 1);
  const rows = function* () {
    for (const { id } of clients) {
      if (!random.chance(0.3)) continue;
      const [pharmacy, doctor] = [random.pick(pharmacies), random.pick(doctors)];
      const first = random.int(0, drugs.length - 1);
      for (const one of drugs.slice(first, first + random.int(1, 3)))
        yield [companyId, id, seal.seal(JSON.stringify({ ...one, pharmacy, doctor }), prescription, companyId)];
    }
  };
  await copy('contact_prescriptions', ['company_id', 'contact_id', 'details_sealed'], rows());
}

/** Of contacts of one owner, so that a user who sees one sees the other. */
export async function copyLinks(db: Db, copy: Copy, companyId: number): Promise<void> {
  const { rows: contacts } = await sql<{ id: number; owner_id: number }>`
    select id, owner_id from contacts where company_id = ${companyId} and owner_id is not null and deleted_at is null
    order by owner_id, id`.execute(db);
  const random = seeded(companyId + 2);
  const rows = function* () {
    for (const [place, { id, owner_id }] of contacts.entries()) {
      const next = contacts[place + 1];
      if (next?.owner_id === owner_id && random.chance(0.2)) yield [companyId, id, next.id, random.pick(relations)];
    }
  };
  await copy('contact_links', ['company_id', 'contact_id', 'other_contact_id', 'relation'], rows());
}
