// The company's settings on screen: every area's, by group. The declaration says what fits (kernel/settings.ts).
import type { Setting as SettingAnswer } from '#contract/settings.ts';
import { audit, type Plain } from '#kernel/audit.ts';
import type { Tx } from '#kernel/context.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { dropFiles, keepFile, type StoredFile } from '#kernel/files/files.ts';
import { getSetting, type Setting, setSetting } from '#kernel/settings.ts';
import { logo, supportEmail } from './settings.company.ts';
import { fileKind, findFileOf, findSettingRow, listSettingRows, type SettingRow } from './settings.queries.ts';

export { postalAddress } from './settings.company.ts';

export async function listSettings(tx: Tx, all: Setting[]) {
  const rows = await listSettingRows(tx);
  const data: SettingAnswer[] = [];
  for (const setting of shownOf(all))
    data.push(
      await present(
        tx,
        setting,
        rows.find(({ name }) => name === setting.name),
      ),
    );
  return { data };
}

export async function getSettingOf(tx: Tx, all: Setting[], name: string): Promise<SettingAnswer> {
  return present(tx, find(all, name), await findSettingRow(tx, name));
}

interface Given {
  value?: string | undefined;
  files: StoredFile[];
}

export async function updateSetting(tx: Tx, all: Setting[], name: string, given: Given): Promise<SettingAnswer> {
  const setting = find(all, name);
  const before = await getSettingOf(tx, all, name);
  if (setting.shown.kind === 'file') await storePicture(tx, setting, given);
  else if (given.files.length > 0) throw wrong(name, 'This setting is not a file');
  else if (given.value === undefined) throw wrong(name, 'Give a value');
  else await setSetting(tx, setting, read(setting, given.value));
  const after = await getSettingOf(tx, all, name);
  if (before.value !== after.value || before.file?.url !== after.file?.url) {
    const of = { type: 'company', id: tx.companyId };
    const changed = (value: Plain) => ({ [name]: value });
    await audit(tx, { action: 'settings.updated', of, before: changed(before.value), after: changed(after.value) });
    tx.tell({ event: 'settings.changed' }, { to: 'settings.manage' });
    if (name === logo.name) tx.tell({ event: 'me.changed' }, { to: 'company' });
  }
  return after;
}

/** The logo's address; null: there is none. */
export async function findLogoUrl(tx: Tx): Promise<string | null> {
  const row = await findSettingRow(tx, logo.name);
  return row === undefined || row.value === null ? null : urlOf(tx.companyId, logo.name, Number(row.value));
}

/** The e-mail address at which the company's people get help; empty: none. */
export const findSupportEmail = (tx: Tx): Promise<string> => getSetting(tx, supportEmail);

/** The logo's file; undefined: there is none. */
export const findLogo = async (tx: Tx): Promise<StoredFile | undefined> => findFileOf(tx, await findSettingRow(tx, logo.name));

export type ShownSetting = Setting & Required<Pick<Setting, 'shown'>>;

const shownOf = (all: Setting[]) => all.filter((setting): setting is ShownSetting => setting.shown !== undefined);

export function find(all: Setting[], name: string): ShownSetting {
  const setting = shownOf(all).find((one) => one.name === name);
  if (!setting) throw fail('not_found');
  return setting;
}

export async function present(tx: Tx, { name, schema, fallback, shown }: ShownSetting, row?: SettingRow): Promise<SettingAnswer> {
  const stored = row && schema.safeParse(row.value);
  const value = (stored?.success ? stored.data : fallback) as SettingAnswer['value'];
  const file = shown.kind === 'file' ? await findFileOf(tx, row) : undefined;
  return {
    id: name,
    title: shown.title,
    about: shown.about,
    group: shown.group,
    kind: shown.kind,
    unit: shown.unit ?? null,
    choices: Object.entries(shown.choices ?? {}).map(([value, label]) => ({ value, label })),
    value: shown.kind === 'file' ? (file?.name ?? null) : value,
    default: fallback as SettingAnswer['default'],
    file: file ? { name: file.name, type: file.type, size: file.size, url: urlOf(tx.companyId, name, file.id) } : null,
    public: shown.public ?? false,
    updated_at: row?.updated_at ?? null,
  };
}

/** The version makes browsers ask again when the picture changes. */
const urlOf = (companyId: number, name: string, version: number) =>
  `/v1/settings/${name.slice(name.indexOf('.') + 1)}/file?company=${companyId}&v=${version}`;

/** The value as the schema takes it. */
function read({ shown: { kind } }: ShownSetting, text: string): unknown {
  if (kind === 'number') return text.trim() === '' ? null : Number(text);
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text.trim();
}

const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const maxBytes = 1024 * 1024;

async function storePicture(tx: Tx, setting: ShownSetting, { value, files }: Given): Promise<void> {
  const [file, ...others] = files;
  if (others.length > 0) throw wrong(setting.name, 'Choose one file');
  if (!file && value !== '') throw wrong(setting.name, 'Choose a picture');
  if (file && !pictures.includes(file.type)) throw wrong(setting.name, 'Choose a PNG, JPEG, GIF or WebP picture');
  if (file && file.size > maxBytes) throw wrong(setting.name, 'Choose a picture up to 1 MB');
  const before = await findSettingRow(tx, setting.name);
  if (before?.value) await dropFiles(tx, { kind: fileKind, owners: [Number(before.value)] });
  if (file) await keepFile(tx, file, { kind: fileKind, owner: file.id });
  await setSetting(tx, setting, file?.id ?? null);
}
