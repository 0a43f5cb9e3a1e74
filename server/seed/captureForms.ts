// The demo's two forms, and answers of some contacts: whole, in part, or none.
import { sql } from 'kysely';
import { insertId } from '#areas/office/companies/companies.create.ts';
import type { CustomFieldCreate } from '#contract/customFields.ts';
import type { Db } from '#kernel/db/database.ts';
import { customFields } from './lookups.ts';
import { seeded } from './random.ts';

interface Question extends CustomFieldCreate {
  required?: true;
  help?: string;
  /** The name of a question above, and the answers that show this one. */
  when?: [name: string, ...values: (string | boolean)[]];
}
const text = (name: string, more: Partial<Question> = {}): Question => ({ name, type: 'text', choices: [], ...more });
const yesNo = (name: string, more: Partial<Question> = {}): Question => ({ ...text(name, more), type: 'boolean' });
const choice = (name: string, choices: string[], more: Partial<Question> = {}): Question => ({
  ...text(name, more),
  type: 'choice',
  choices,
});
const number = (name: string, more: Partial<Question> = {}): Question => ({ ...text(name, more), type: 'number' });

const [bestTime, premium] = customFields;

const forms: { name: string; sections: { title: string; questions: Question[] }[] }[] = [
  {
    name: 'Needs analysis',
    sections: [
      {
        title: 'Household',
        questions: [
          choice('Main goal', ['Protect income', 'Leave something behind', 'Retire well', 'Cover health costs'], {
            required: true,
          }),
          yesNo('Has dependents', { required: true }),
          number('Number of dependents', { required: true, when: ['Has dependents', true] }),
        ],
      },
      {
        title: 'Money',
        questions: [
          number('Monthly budget', { required: true, help: 'In dollars: what they can spare each month' }),
          yesNo('Has coverage now'),
          { ...(premium as Question), help: 'Dollars a month', when: ['Has coverage now', true] },
          text('What worries them most'),
        ],
      },
    ],
  },
  {
    name: 'Medicare intake',
    sections: [
      {
        title: 'Coverage',
        questions: [
          choice('Coverage today', ['Original Medicare', 'Medicare Advantage', 'Employer plan', 'None'], { required: true }),
          text('Employer', { required: true, when: ['Coverage today', 'Employer plan'] }),
          yesNo('Has Medicaid', { required: true, help: 'Extra Help may apply' }),
        ],
      },
      {
        title: 'Care',
        questions: [
          text('Primary doctor', { help: 'Check that the plan’s network has them' }),
          yesNo('Takes prescriptions', { required: true }),
          text('Preferred pharmacy', { when: ['Takes prescriptions', true] }),
          { ...(bestTime as Question) },
        ],
      },
    ],
  },
];

/** For a company that has its custom fields and contacts. */
export async function seedCaptureForms(db: Db, company_id: number): Promise<void> {
  const { rows: known } = await sql<{ id: number; name: string }>`
    select id, name from custom_fields where company_id = ${company_id}`.execute(db);
  const ids = new Map(known.map(({ id, name }) => [name, id]));
  for (const [position, { name, sections }] of forms.entries()) {
    for (const { name: field, type, choices } of sections.flatMap(({ questions }) => questions))
      if (!ids.has(field))
        ids.set(field, await insertId(db, 'custom_fields', { company_id, name: field, type, choices, position: ids.size }));
    const layout = sections.map(({ title, questions }) => ({
      title,
      fields: questions.map(({ name: field, required = false, help = '', when }) => ({
        field_id: ids.get(field),
        required,
        help,
        shown_when: when ? { field_id: ids.get(when[0]), operator: 'any_of', values: when.slice(1) } : null,
      })),
    }));
    const form_id = await insertId(db, 'capture_forms', { company_id, name, position, sections: JSON.stringify(layout) });
    await answerSome(db, { company_id, form_id, position, ids, questions: sections.flatMap(({ questions }) => questions) });
  }
}

interface Seeded {
  company_id: number;
  form_id: number;
  position: number;
  ids: ReadonlyMap<string, number>;
  questions: Question[];
}

/** Of the first contacts with an owner; every third is interrupted half-way. */
async function answerSome(db: Db, { company_id, form_id, position, ids, questions }: Seeded): Promise<void> {
  const { rows: contacts } = await sql<{ id: number; owner_id: number }>`
    select c.id, c.owner_id from contacts c where c.company_id = ${company_id} and c.owner_id is not null and c.id % 3 <> ${position}
    order by c.id limit 40`.execute(db);
  const random = seeded(company_id + form_id);
  for (const [place, { id: contact_id, owner_id }] of contacts.entries()) {
    const after: Record<string, string | number | boolean> = {};
    const byName = new Map<string, string | number | boolean>();
    for (const { name, type, choices, when } of place % 3 === 2 ? questions.slice(0, 2) : questions) {
      if (when && !when.slice(1).includes(byName.get(when[0]) as string)) continue;
      const value =
        type === 'boolean'
          ? random.chance(0.5)
          : type === 'number'
            ? random.int(1, 4)
            : type === 'choice'
              ? random.pick(choices)
              : words(random.int(0, 3));
      byName.set(name, value);
      after[String(ids.get(name))] = value;
    }
    const before = Object.fromEntries(Object.keys(after).map((field) => [field, null]));
    const at = new Date(Date.now() - random.int(1, 60) * 86_400_000);
    for (const { name, type } of questions) {
      const value = byName.get(name);
      if (value === undefined) continue;
      const column = type === 'number' ? 'number_value' : type === 'boolean' ? 'boolean_value' : 'text_value';
      await sql`insert into contact_field_values (company_id, contact_id, field_id, ${sql.ref(column)})
        values (${company_id}, ${contact_id}, ${ids.get(name)}, ${value}) on conflict do nothing`.execute(db);
    }
    await db
      .insertInto('contact_captures')
      .values({
        company_id,
        contact_id,
        form_id,
        actor_id: owner_id,
        at,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      })
      .execute();
  }
}

const words = (place: number) => ['Not sure yet', 'See the notes', 'Same as the spouse', 'To be confirmed'][place] ?? '';
