// Settings of a company: declared in an area's code with a default, stored as rows where they differ from it.
//   export const retentionDays = setting('contacts.retention_days', z.int().min(90), 365, { title, about, group, kind: 'number' });
import type { z } from 'zod';
import type { Tx } from './context.ts';
import { fail, fieldErrors } from './errors.ts';

export interface Setting<S extends z.ZodType = z.ZodType> {
  /** `area.name`, unique. */
  name: string;
  schema: S;
  fallback: z.output<S>;
  /** How administrators see it. Without it only code changes the setting. */
  shown?: Shown;
}

interface Shown {
  title: string;
  /** Its effect, in one sentence. */
  about: string;
  /** Settings of one group stand together. */
  group: string;
  /** `file`: the value is the id of a stored picture, or null. */
  kind: 'text' | 'prose' | 'number' | 'boolean' | 'choice' | 'file';
  /** Beside a number: "days". */
  unit?: string;
  /** Of a choice: value and label. */
  choices?: Record<string, string>;
  /** Anyone may read it, under the part of its name after the dot. */
  public?: true;
  /** Further changes that a new value causes, in the same transaction. */
  also?: (tx: Tx, value: never) => Promise<void>;
}

export const setting = <S extends z.ZodType>(
  name: string,
  schema: S,
  fallback: z.output<S>,
  shown?: Omit<Shown, 'also'> & { also?: (tx: Tx, value: z.output<S>) => Promise<void> },
): Setting<S> => ({
  name,
  schema,
  fallback: schema.parse(fallback),
  ...(shown && { shown: shown as Shown }),
});

/** The company's, else the default. A stored value that does not fit (any more) is logged, without it, and counts as none. */
export async function getSetting<S extends z.ZodType>(tx: Tx, { name, schema, fallback }: Setting<S>): Promise<z.output<S>> {
  const row = await tx.db
    .selectFrom('settings')
    .select('value')
    .where('company_id', '=', tx.companyId)
    .where('name', '=', name)
    .executeTakeFirst();
  if (!row) return fallback;
  const stored = schema.safeParse(row.value);
  if (stored.success) return stored.data;
  tx.log.warn({ company: tx.companyId, setting: name }, 'a stored setting does not fit, its default counts');
  return fallback;
}

/** Throws `invalid`, with texts by the setting's name, where the value does not fit. */
export async function setSetting<S extends z.ZodType>(tx: Tx, setting: Setting<S>, value: z.input<S>): Promise<void> {
  const { name, schema, shown } = setting;
  const given = schema.safeParse(value);
  if (!given.success) throw fail('invalid', { errors: { [name]: Object.values(fieldErrors(given.error)).flat() } });
  const row = { value: JSON.stringify(given.data), updated_at: tx.clock().toISOString(), updated_by: tx.actor.userId || null };
  await tx.db
    .insertInto('settings')
    .values({ ...row, company_id: tx.companyId, name })
    .onConflict((conflict) => conflict.columns(['company_id', 'name']).doUpdateSet(row))
    .execute();
  await shown?.also?.(tx, given.data as never);
}
