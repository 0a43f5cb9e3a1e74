// Values that cannot be read: left out, read as others, or a reason to reject the row; and how each comes back.
import { expect, test } from 'vitest';
import { getContact, listContacts } from '#contract/contacts.ts';
import { downloadDroppedValues, listImportProblems } from '#contract/importProblems.ts';
import {
  createImportSetting,
  type ImportCorrection,
  type ImportFormInput,
  type ImportPreview,
  importContacts,
  listImportSettings,
  previewImport,
  retryFailedImport,
} from '#contract/imports.ts';
import { aCompany } from '#tests/support/factories.ts';
import { drop, finished, formOf, importDraft, rejectedLines } from '#tests/support/imports.ts';
import { aServer, type Client } from '#tests/support/server.ts';

const server = await aServer({ worker: true });

const people = (...rows: string[]) => `First Name,Last Name,Mobile Phone,Gender,Do Not Call\n${rows.join('\n')}\n`;
const notAGender = 'The gender must be male, female or other';

/** A column whose values are mostly wrong would be left out by itself. */
const meant = { Gender: 'gender', 'Medicare Number': 'medicare_number', 'Do Not Call': 'do_not_call' } as const;

async function look(who: Client, content: string, more: Partial<ImportFormInput> = {}) {
  const draft = await drop(who, content);
  const fields = draft.fields.map(({ preview, ...each }) =>
    each.heading in meant ? { ...each, field: meant[each.heading as keyof typeof meant] } : each,
  );
  const form = formOf(draft, { fields, ...more });
  const preview = (await who.call(previewImport, { body: { id: draft.id, form } })) as ImportPreview;
  return { draft, form, preview, run: () => importDraft(who, draft, form) };
}

const gendersOf = async (who: Client) => {
  const { data } = await who.call(listContacts, { body: { contacts_scope: {} } });
  const contacts = await Promise.all(data.map(({ id }) => who.call(getContact, { params: { id }, query: {} })));
  return Object.fromEntries(contacts.map(({ first_name, gender }) => [first_name, gender]));
};

const rosaAndTom = people('Rosa,Alvarez,3055550142,u,', 'Tom,Boyd,3055550143,M,', 'Ann,Lee,3055550144,=U(),', 'Bo,Ray,12,?,');

test('a wrong value is left out, its person comes in, and it is told, counted, listed and given back', async () => {
  const { agent } = (await aCompany(server, { agent: {} })).people;
  const { preview, run } = await look(agent, rosaAndTom);
  expect(preview.totals).toEqual({ create: 4, update: 0, skip: 0, reject: 0 });
  expect(preview.problems).toEqual([
    {
      field: 'gender',
      reason: notAGender,
      count: 2,
      action: 'drop',
      values: [
        { value: 'u', count: 1 },
        { value: '=U()', count: 1 },
      ],
      others: 0,
    },
    expect.objectContaining({ field: 'mobile_phone', count: 1, action: 'drop', values: [{ value: '12', count: 1 }] }),
  ]);
  expect(preview.rows[0]).toMatchObject({ values: { gender: 'u' }, errors: { gender: { reason: notAGender, action: 'drop' } } });

  const attempt = await run();
  expect(attempt).toMatchObject({
    status: 'complete',
    created: 4,
    rejected: 0,
    dropped: 3,
    can: { rejected: false, retry: false },
  });
  expect(attempt.problems).toMatchObject([
    { field: 'gender', reason: notAGender, rejected: 0, dropped: 2 },
    { field: 'mobile_phone', rejected: 0, dropped: 1 },
  ]);
  expect(await gendersOf(agent)).toEqual({ Rosa: null, Tom: 'male', Ann: null, Bo: null });

  const text = (await agent.call(downloadDroppedValues, { params: { id: attempt.id } })) as unknown as string;
  expect(text.trimEnd().split('\r\n')).toEqual([
    '\uFEFFLine,Field,Value,Reason',
    `2,Gender,u,"${notAGender}"`.replaceAll('"', notAGender.includes(',') ? '"' : ''),
    `4,Gender,'=U(),"${notAGender}"`.replaceAll('"', notAGender.includes(',') ? '"' : ''),
    '5,Mobile phone,12,This is not a US phone number',
  ]);
  const query = { field: 'gender', reason: notAGender, limit: 1 };
  const first = await agent.call(listImportProblems, { params: { id: attempt.id }, query });
  expect(first.data).toMatchObject([{ line: 2, value: 'u', rejected: false, contact: { name: 'Rosa Alvarez' } }]);
  const next = { ...query, after: first.meta.next ?? 0 };
  expect(await agent.call(listImportProblems, { params: { id: attempt.id }, query: next })).toMatchObject({
    data: [{ line: 4, value: '=U()' }],
    meta: { next: null },
  });
});

test('long values come in short pages, and none is missed', async () => {
  const { agent } = (await aCompany(server, { agent: {} })).people;
  const rows = Array.from({ length: 6 }, (_, at) => `Pat ${at},Long,,${'u'.repeat(900_000)},`);
  const { id } = await (await look(agent, people(...rows))).run();
  const pages: number[][] = [];
  const read = async (after: number): Promise<void> => {
    const query = { field: 'gender', reason: notAGender, after };
    const { data, meta } = await agent.call(listImportProblems, { params: { id }, query });
    pages.push(data.map(({ line }) => line));
    if (meta.next !== null) await read(meta.next);
  };
  await read(0);
  expect(pages).toEqual([
    [2, 3, 4],
    [5, 6, 7],
  ]);
});

test('of a colleague, and of another company, no reason opens its rows', async () => {
  const { agent, agent2 } = (await aCompany(server, { agent: {}, agent2: {} })).people;
  const attempt = await (await look(agent, rosaAndTom)).run();
  const call = { params: { id: attempt.id }, query: { field: 'gender', reason: notAGender } };
  await expect(agent2.call(listImportProblems, call)).rejects.toMatchObject({ status: 404 });
  await expect(agent2.call(downloadDroppedValues, call)).rejects.toMatchObject({ status: 404 });
});

test('a reason rejects its rows where that is chosen, and only those', async () => {
  const { agent } = (await aCompany(server, { agent: {} })).people;
  const choices = [{ field: 'gender' as const, reason: notAGender, action: 'reject' as const }];
  const { preview, run } = await look(agent, people('Rosa,A,3055550142,u,', 'Bo,Ray,12,,'), { wrong_values: { choices } });
  expect(preview.totals).toMatchObject({ create: 1, reject: 1 });
  const attempt = await run();
  expect(attempt).toMatchObject({ created: 1, rejected: 1, dropped: 1 });
  expect(attempt.problems).toContainEqual({ field: 'gender', reason: notAGender, rejected: 1, dropped: 0 });
});

test('a wish not to be contacted that cannot be read rejects its row unless one says otherwise', async () => {
  const { agent } = (await aCompany(server, { agent: {} })).people;
  const content = people('Rosa,Alvarez,3055550142,,perhaps');
  const { preview } = await look(agent, content);
  expect(preview.totals).toMatchObject({ create: 0, reject: 1 });
  const [problem] = preview.problems;
  expect(problem).toMatchObject({ field: 'do_not_call', action: 'reject' });
  const choices = [{ field: 'do_not_call' as const, reason: problem?.reason ?? '', action: 'drop' as const }];
  const chosen = await look(agent, content, { wrong_values: { choices } });
  expect(chosen.preview.totals).toMatchObject({ create: 1, reject: 0 });
});

test('a row that names nobody without its wrong value is rejected, with both reasons', async () => {
  const { agent } = (await aCompany(server, { agent: {} })).people;
  const attempt = await (await look(agent, people(',,12,F,', 'Tom,Boyd,,,'))).run();
  expect(attempt).toMatchObject({ created: 1, rejected: 1, dropped: 0 });
  expect((await rejectedLines(agent, attempt.id))[1]).toMatch(/This is not a US phone number; Nothing to import in this row/);
});

test('what can be read of several numbers in a cell is taken', async () => {
  const { agent } = (await aCompany(server, { agent: {} })).people;
  const attempt = await (await look(agent, people('Rosa,Alvarez,12 / (305) 555-0142,,'))).run();
  expect(attempt).toMatchObject({ created: 1, dropped: 1 });
  const { data } = await agent.call(listContacts, { body: { contacts_scope: { q: 'rosa' } } });
  expect(data).toMatchObject([{ phone: '3055550142' }]);
});

test('a value is read as another: everywhere, whatever its case, or in one line', async () => {
  const { agent } = (await aCompany(server, { agent: {} })).people;
  const corrections: ImportCorrection[] = [
    { field: 'gender', line: null, value: 'u', as: 'other' },
    { field: 'gender', line: 4, value: 'zz', as: 'female' },
    { field: 'gender', line: null, value: 'none of it', as: '' },
  ];
  const content = people('Rosa,A,,u,', 'Tom,B,, U ,', 'Ann,C,,zz,', 'Bo,D,,zz,', 'Eve,E,,None of  it,');
  const { preview, run } = await look(agent, content, { corrections });
  expect(preview.problems).toMatchObject([{ field: 'gender', count: 1, values: [{ value: 'zz', count: 1 }] }]);
  expect(preview.rows.map(({ values }) => values.gender).slice(0, 4)).toEqual(['other', 'other', 'female', 'zz']);
  expect(await run()).toMatchObject({ created: 5, rejected: 0, dropped: 1 });
  expect(await gendersOf(agent)).toEqual({ Rosa: 'other', Tom: 'other', Ann: 'female', Bo: null, Eve: null });
});

test('a correction of one line is for the value it was made for, whatever column goes to its field by now', async () => {
  const { agent } = (await aCompany(server, { agent: {} })).people;
  const corrections: ImportCorrection[] = [
    { field: 'mobile_phone', line: 2, value: ' Not  Given yet', as: '305 555 0142' },
    { field: 'mobile_phone', line: 3, value: '12', as: '305 555 0143' },
  ];
  const content = 'Name,Cell,Home\nRosa A,not given yet,305 555 0188\nTom B,12,12\n';
  const draft = await drop(agent, content);
  const numbers = async (column: number) => {
    const fields = draft.fields.map(({ preview, ...each }) => ({
      ...each,
      field: each.column === 0 ? ('name' as const) : each.column === column ? ('mobile_phone' as const) : null,
    }));
    const { rows } = await agent.call(previewImport, { body: { id: draft.id, form: formOf(draft, { fields, corrections }) } });
    return rows.map(({ values }) => values.mobile_phone);
  };
  expect(await numbers(1)).toEqual(['305 555 0142', '305 555 0143']);
  expect(await numbers(2)).toEqual(['305 555 0188', '305 555 0143']);
});

test('a cell of several lines, or a very long one, is corrected in its row by what the preview shows of it', async () => {
  const { agent } = (await aCompany(server, { agent: {} })).people;
  const long = `u${' or so'.repeat(200)}`;
  const content = people('Rosa,A,,"who\nknows",', `Tom,B,,${long},`);
  const { draft, form, preview } = await look(agent, content);
  const corrections = preview.rows.map(({ line, values }) => ({
    field: 'gender' as const,
    line,
    value: values.gender ?? '',
    as: 'other',
  }));
  const corrected = { ...form, corrections };
  const { problems, rows } = await agent.call(previewImport, { body: { id: draft.id, form: corrected } });
  expect(problems).toEqual([]);
  expect(rows.map(({ values }) => values.gender)).toEqual(['other', 'other']);
});

test('a correction that cannot be read either leaves what the file says in sight', async () => {
  const { agent } = (await aCompany(server, { agent: {} })).people;
  const corrections: ImportCorrection[] = [{ field: 'gender', line: null, value: 'u', as: 'unclear' }];
  const { preview, run } = await look(agent, people('Rosa,A,3055550142,u,'), { corrections });
  expect(preview.rows).toMatchObject([{ values: { gender: 'u' }, errors: { gender: { reason: notAGender } } }]);
  expect(preview.problems).toMatchObject([{ values: [{ value: 'u', count: 1 }] }]);
  const { id } = await run();
  const query = { field: 'gender', reason: notAGender };
  expect((await agent.call(listImportProblems, { params: { id }, query })).data).toMatchObject([{ line: 2, value: 'u' }]);
});

test('a corrected phone is shown as it is read', async () => {
  const { agent } = (await aCompany(server, { agent: {} })).people;
  const corrections: ImportCorrection[] = [{ field: 'mobile_phone', line: 2, value: '12', as: '305 555 0142' }];
  const { preview } = await look(agent, people('Rosa,A,12,,'), { corrections });
  expect(preview.rows).toMatchObject([{ outcome: 'create', values: { mobile_phone: '305 555 0142' }, errors: {} }]);
});

test('a Medicare number is neither shown nor corrected', async () => {
  const { agent } = (await aCompany(server, { agent: {} })).people;
  const content = 'First Name,Medicare Number\nRosa,2FH5-UF6-TE\n';
  const { draft, form, preview, run } = await look(agent, content);
  expect(JSON.stringify(preview)).not.toContain('2FH5');
  const corrections = [{ field: 'medicare_number', line: 2, value: '', as: '1EG4-TE5-MK73' }] as const;
  await expect(
    agent.call(previewImport, { body: { id: draft.id, form: { ...form, corrections: [...corrections] } } }),
  ).rejects.toMatchObject({ status: 422 });
  const attempt = await run();
  const [problem] = attempt.problems;
  const query = { field: 'medicare_number', reason: problem?.reason ?? '' };
  expect((await agent.call(listImportProblems, { params: { id: attempt.id }, query })).data).toMatchObject([
    { line: 2, value: '' },
  ]);
});

test('a correction of one line follows its row when the rejected rows are tried again', async () => {
  const { agent } = (await aCompany(server, { agent: {} })).people;
  const corrections = [{ field: 'gender' as const, line: 5, value: 'u', as: 'other' }];
  const content = people('Rosa,A,3055550142,F,', '"Tom\nB",B,3055550143,M,maybe', 'Ann,C,3055550144,u,perhaps');
  const attempt = await (await look(agent, content, { corrections })).run();
  expect(attempt).toMatchObject({ created: 1, rejected: 2 });
  const retry = await agent.call(retryFailedImport, { params: { id: attempt.id } });
  const again = await finished(agent, retry.id);
  expect(again).toMatchObject({ created: 0, rejected: 2, dropped: 0 });
  expect(again.problems).toMatchObject([{ field: 'do_not_call', rejected: 2 }]); // the gender was read
});

test('saved settings keep what is corrected in every file of their kind, and nothing of one person', async () => {
  const { agent } = (await aCompany(server, { agent: {} })).people;
  const everywhere = { field: 'gender' as const, line: null, value: 'u', as: 'other' };
  const { draft, form } = await look(agent, rosaAndTom);
  const corrections = [everywhere, { ...everywhere, line: 2 }, { ...everywhere, field: 'mobile_phone' as const }];
  await agent.call(createImportSetting, { body: { name: 'Vendor', form: { ...form, corrections } } });
  const { data } = await agent.call(listImportSettings, {});
  expect(data[0]?.form.corrections).toEqual([everywhere]);
  await agent.call(importContacts, { body: { id: draft.id, form } });
  await finished(agent, draft.id);
});

test('every outcome and every reason of a preview has rows to show', async () => {
  const { agent } = (await aCompany(server, { agent: {} })).people;
  const rows = Array.from(
    { length: 400 },
    (_, at) => `Pat,Row,${at < 300 ? `305${5_550_000 + at}` : '3055550001'},${at % 100 === 99 ? 'u' : ''},`,
  );
  const { preview } = await look(agent, people(...rows));
  expect(preview.totals).toMatchObject({ create: 300, skip: 100 });
  expect(preview.rows.filter(({ outcome }) => outcome === 'skip').length).toBeGreaterThanOrEqual(50);
  expect(preview.rows.filter(({ errors }) => errors.gender)).toHaveLength(4);
  expect(preview.rows.length).toBeLessThan(110);
});
