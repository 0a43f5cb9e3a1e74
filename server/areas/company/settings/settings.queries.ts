import type { Tx } from '#kernel/context.ts';
import { listFiles } from '#kernel/files/files.ts';

/** Why a setting's file is stored. It owns itself, and is dropped when the setting has another one or none. */
export const fileKind = 'setting file';

/** Of the settings that differ from what was delivered. */
export async function listSettingRows(tx: Tx) {
  return tx.db.selectFrom('settings').select(['name', 'value', 'updated_at']).where('company_id', '=', tx.companyId).execute();
}
export type SettingRow = Awaited<ReturnType<typeof listSettingRows>>[number];

export const findSettingRow = (tx: Tx, name: string): Promise<SettingRow | undefined> =>
  tx.db
    .selectFrom('settings')
    .select(['name', 'value', 'updated_at'])
    .where('company_id', '=', tx.companyId)
    .where('name', '=', name)
    .executeTakeFirst();

export const findFileOf = async (tx: Tx, row: SettingRow | undefined) =>
  row === undefined || row.value === null
    ? undefined
    : (await listFiles(tx, { kind: fileKind, owner: Number(row.value) })).at(-1);
