// An import as its wizard runs it.
import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import {
  downloadRejectedRows,
  getImportAttempt,
  type ImportAttempt,
  type ImportDraft,
  type ImportFormInput,
  importContacts,
  validateImport,
} from '#contract/imports.ts';
import type { Client, TestServer } from './server.ts';
import { until } from './until.ts';

export const drop = (who: Client, content: string | Buffer, name = 'leads.csv') =>
  who.call(validateImport, { body: {}, files: { import_file: { name, content } } } as never) as Promise<ImportDraft>;

export const formOf = (draft: ImportDraft, more: Partial<ImportFormInput> = {}): ImportFormInput => ({
  fields: draft.fields.map(({ preview, ...field }) => field),
  has_headings: draft.has_headings,
  ...more,
});

/** A wrong value rejects its row; by default the contact is stored without it. */
export const strict = { wrong_values: { otherwise: 'reject' } } as const satisfies Partial<ImportFormInput>;

export async function importDraft(
  who: Client,
  draft: ImportDraft,
  more: Partial<ImportFormInput> = {},
  seconds?: number,
): Promise<ImportAttempt> {
  await who.call(importContacts, { body: { id: draft.id, form: formOf(draft, more) } });
  return finished(who, draft.id, seconds);
}

export const finished = (who: Client, id: number, seconds?: number): Promise<ImportAttempt> =>
  until(async () => {
    const attempt = await who.call(getImportAttempt, { params: { id } });
    return attempt.status === 'complete' || attempt.status === 'failed' ? attempt : null;
  }, seconds);

/** rejected.csv as sent, with its byte order mark and headings. */
export const rejectedText = (who: Client, id: number) =>
  who.call(downloadRejectedRows, { params: { id } }) as unknown as Promise<string>;

export async function rejectedLines(who: Client, id: number): Promise<string[]> {
  return (await rejectedText(who, id)).trimEnd().split('\r\n');
}

/** The company's files in storage. */
export async function filesOf(server: TestServer, companyId: number): Promise<string[]> {
  const all = await readdir(server.config.dataDir, { recursive: true });
  return all.flatMap((path) => (basename(dirname(path)) === String(companyId) ? [basename(path)] : []));
}
