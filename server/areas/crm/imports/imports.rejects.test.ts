import fc from 'fast-check';
import { parseCsv } from 'hucre/csv';
import { describe, expect, test } from 'vitest';
import { importContacts, retryFailedImport } from '#contract/imports.ts';
import { csvBatches } from '#tables/csv.ts';
import { csvOf, safeCell } from '#tables/csvFile.ts';
import { bytesSource } from '#tables/source.ts';
import { aCompany } from '#tests/support/factories.ts';
import { drop, finished, formOf, importDraft, rejectedText, strict } from '#tests/support/imports.ts';
import { aServer } from '#tests/support/server.ts';
import { lineOf } from './imports.text.ts';

const server = await aServer({ worker: true });

async function readByUs(text: string): Promise<string[][]> {
  const rows: string[][] = [];
  const layout = { encoding: 'utf-8', delimiter: ',' } as const;
  for await (const batch of csvBatches(bytesSource(Buffer.from(text), 'rejected.csv'), layout))
    rows.push(...batch.rows.map((row) => row.cells));
  return rows;
}

const readByOthers = (text: string) => parseCsv(text, { delimiter: ',', skipBom: true });

async function written(rows: string[][]): Promise<string> {
  const source = async function* () {
    yield* rows;
  };
  let text = '';
  for await (const chunk of csvOf(source())) text += String(chunk);
  return text;
}

const unit = fc.constantFrom(
  '"',
  ',',
  '\n',
  '\r',
  '\r\n',
  ';',
  '\t',
  ' ',
  "'",
  '=',
  '-',
  '+',
  '@',
  'a',
  '1',
  'é',
  '😀',
  '\u2028',
);
const cell = fc.oneof(fc.string({ unit, maxLength: 8 }), fc.string({ unit: 'grapheme', maxLength: 8 }));

test('any cell of rejected.csv reads back equal, by our reader and by another one', async () => {
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      const lines = given.map((cells, at) => [String(at + 2), ...cells]);
      const safe = lines.map((cells) => cells.map(safeCell));
      const text = await written(lines);
      expect(await readByUs(text)).toEqual(safe);
      expect(readByOthers(text)).toEqual(safe);
    }),
    { numRuns: 300 },
  );
});

test('what was written so that no spreadsheet runs it is imported as it was', () => {
  fc.assert(
    fc.property(cell, (text) => {
      if (!text.trim().startsWith("'") && /[\p{L}\p{N}]/u.test(text)) expect(lineOf(safeCell(text))).toBe(lineOf(text));
    }),
  );
});

describe('rejected.csv', () => {
  test('has a row for each rejected row, whatever line ends stand in its cells', async () => {
    const { people } = await aCompany(server, { agent: {} });
    const cells = ['one\ntwo', 'one\rtwo', 'one\r\ntwo', '\n', '"\n', 'plain'];
    const rows = cells.map((note) => `Rosa,12,"${note.replaceAll('"', '""')}"`);
    const attempt = await importDraft(people.agent, await drop(people.agent, `Name,Phone,Notes\n${rows.join('\n')}\n`), strict);
    expect(attempt.rejected).toBe(cells.length);
    const text = await rejectedText(people.agent, attempt.id);
    for (const read of [await readByUs(text), readByOthers(text)]) {
      expect(read.map((row) => row.slice(2))).toEqual([
        ['Name', 'Phone', 'Notes'],
        ...cells.map((note) => ['Rosa', '12', safeCell(note)]),
      ]);
    }
  });

  test('has the headings that the user switched on, and none that they switched off, on a retry too', async () => {
    const { people } = await aCompany(server, { agent: {} });
    const headingsWhere = async (content: string, has_headings: boolean) => {
      const draft = await drop(people.agent, content);
      const form = { ...formOf(draft, { has_headings, ...strict }), fields: formOf(draft).fields.slice(0, 3) };
      form.fields = form.fields.map((field, at) => ({ ...field, field: (['name', 'mobile_phone', null] as const)[at] ?? null }));
      await people.agent.call(importContacts, { body: { id: draft.id, form } });
      const attempt = await finished(people.agent, draft.id);
      const retry = await people.agent.call(retryFailedImport, { params: { id: attempt.id } });
      await finished(people.agent, retry.id);
      const texts = [await rejectedText(people.agent, attempt.id), await rejectedText(people.agent, retry.id)];
      return [draft.has_headings, ...texts.map((text) => readByOthers(text)[0]?.join())];
    };
    const seen = 'Name,Phone,Notes\nRosa,12,x\nTom,3055550143,y\n';
    expect(await headingsWhere(seen, true)).toEqual([true, 'Line,Reason,Name,Phone,Notes', 'Line,Reason,Name,Phone,Notes']);
    expect(await headingsWhere(seen, false)).toEqual([true, 'Line,Reason', 'Line,Reason']);
    const unseen = 'Contacts of,1-2-2025,Dana\nRosa,12,x\nTom,3055550143,y\n';
    const headings = 'Line,Reason,Contacts of,1-2-2025,Dana';
    expect(await headingsWhere(unseen, true)).toEqual([false, headings, headings]);
    expect(await headingsWhere(unseen, false)).toEqual([false, 'Line,Reason', 'Line,Reason']);
  });
});
