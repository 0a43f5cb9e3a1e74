// Saved import forms, shared in a company.
import { sql } from 'kysely';
import { ImportForm, type ImportSetting } from '#contract/imports.ts';
import type { Tx } from '#kernel/context.ts';
import { hasCode } from '#kernel/db/database.ts';
import { fail } from '#kernel/errors.ts';
import { lastingCorrections } from './imports.corrections.ts';
import { fitsHeadings, withoutValues } from './imports.targets.ts';

const maxSettings = 200;

const settings = (tx: Tx) =>
  tx.db.selectFrom('import_settings').select(['id', 'name', 'form', 'created_by']).where('company_id', '=', tx.companyId);
interface SettingRow {
  id: number;
  name: string;
  form: unknown;
  created_by: number;
}

const present = ({ actor }: Tx, { id, name, form, created_by }: SettingRow): ImportSetting => ({
  id,
  name,
  form: ImportForm.parse(form),
  deletable: created_by === actor.userId || actor.has('team.lead'),
});

export async function listSettings(tx: Tx): Promise<{ data: ImportSetting[] }> {
  const rows = await settings(tx).orderBy(sql`name collate by_name`).limit(maxSettings).execute();
  return { data: rows.map((row) => present(tx, row)) };
}

export async function getSetting(tx: Tx, id: number): Promise<ImportSetting> {
  const row = await settings(tx).where('id', '=', id).executeTakeFirst();
  if (!row) throw fail('not_found');
  return present(tx, row);
}

/** The newest settings whose columns are all in a file, by their headings. */
export async function findFittingSetting(tx: Tx, headings: string[]): Promise<ImportSetting | undefined> {
  const rows = await settings(tx).orderBy('id', 'desc').limit(maxSettings).execute();
  return rows.map((row) => present(tx, row)).find(({ form }) => fitsHeadings(form, headings));
}

export async function createSetting(tx: Tx, name: string, form: ImportForm): Promise<ImportSetting> {
  const kept = { ...withoutValues(form), corrections: lastingCorrections(form) }; // what only this file holds is not kept
  const row = await tx.db
    .insertInto('import_settings')
    .values({ company_id: tx.companyId, name, form: JSON.stringify(kept), created_by: tx.actor.userId })
    .returning(['id', 'name', 'form', 'created_by'])
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (hasCode(error, '23505'))
        throw fail('import_settings.name_taken', { errors: { name: ['Import settings with this name exist already'] } });
      throw error;
    });
  tx.tell({ event: 'import_settings.changed' }, { to: 'contacts.import' });
  return present(tx, row);
}

export async function deleteSetting(tx: Tx, id: number): Promise<void> {
  if (!(await getSetting(tx, id)).deletable) throw fail('forbidden');
  await tx.db.deleteFrom('import_settings').where('company_id', '=', tx.companyId).where('id', '=', id).execute();
  tx.tell({ event: 'import_settings.changed' }, { to: 'contacts.import' });
}
