// Files in every area: rows beside bytes, removed when nothing uses them, and a limit for each company.
import { createHash } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { deleteImportAttempt, type ImportDraft, previewImport, validateImport } from '#contract/imports.ts';
import { loadActor } from '#kernel/actors.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import { fileChores, resealFiles } from '#kernel/files/fileSweep.ts';
import { fileTasks, keepFile, listFiles, storeFile } from '#kernel/files/files.ts';
import { folderStore } from '#kernel/files/folderStore.ts';
import { FileGone, type Storage, sealedStorage } from '#kernel/files/storage.ts';
import { createApp } from '#kernel/http/http.ts';
import { runChores } from '#kernel/jobs/housekeeping.ts';
import { createSeal } from '#kernel/secrets/seal.ts';
import { allChores, allRoutes } from '../server/areas.ts';
import { atTheEnd } from './support/atTheEnd.ts';
import { testKey, testLog } from './support/database.ts';
import { aCompany, aContact, type Person } from './support/factories.ts';
import { drop, filesOf, formOf } from './support/imports.ts';
import { aServer, call } from './support/server.ts';

const server = await aServer();
const { db } = server.operator;
const csv = 'First name,Phone\nZoë,3055550142\n';

const rowsOf = (companyId: number) =>
  db.selectFrom('files').selectAll().where('company_id', '=', companyId).orderBy('id').execute();
const statesOf = async (companyId: number) => (await rowsOf(companyId)).map(({ state }) => state);

/** Runs housekeeping `hours` from now on the given storage. */
const sweep = (hours = 0, storage: Storage = server.platform.storage, list = allChores) => {
  const clock = () => new Date(Date.now() + hours * 3_600_000);
  return runChores(db, { ...server.platform, storage, clock }, list);
};

/** The context of a job or call of this user. */
async function ctxOf(companyId: number, { userId }: Person): Promise<WorkCtx> {
  const { platform } = server;
  const actor = await loadActor(platform, companyId, userId, null);
  if (!actor) throw new Error('nobody there');
  return { platform, clock: platform.clock, log: platform.log, actor };
}

async function* content(...pieces: (string | Uint8Array)[]) {
  for (const piece of pieces) yield Buffer.from(piece);
}

test('an upload is known by what it holds, who sent it, and what keeps it', async () => {
  const { companyId, people } = await aCompany(server, { agent: {} });
  const { id } = await drop(people.agent, csv, 'Zoë’s leads.csv');
  const [row, ...others] = await rowsOf(companyId);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    ...{ kind: 'import', owner_id: id, state: 'kept', name: 'Zoë’s leads.csv', type: 'text/csv', size: Buffer.byteLength(csv) },
    ...{ hash: createHash('sha256').update(csv).digest(), uploaded_by: people.agent.userId, sealing: 2 },
  });
  expect(await filesOf(server, companyId)).toEqual([row?.key.split('/')[1]]);
});

describe('the sweeper', () => {
  const contactFiles = fileChores({ letter: 'contacts' });

  test('leaves a file that another area keeps, and removes it once its owner is gone', async () => {
    const { companyId, people } = await aCompany(server, { agent: {} });
    const ctx = await ctxOf(companyId, people.agent);
    const owner = await aContact(server, companyId, { owner_id: people.agent.userId });
    const file = await storeFile(ctx, { name: 'policy.pdf', content: content('%PDF-1.7 ', 'Rosa') });
    await inTenant(ctx, (tx) => keepFile(tx, file, { kind: 'letter', owner }));

    await sweep(1_000);
    await sweep(1_000, server.platform.storage, contactFiles);
    const [kept] = await inTenant(ctx, (tx) => listFiles(tx, { kind: 'letter', owner }));
    expect(kept).toMatchObject({ name: 'policy.pdf', type: 'application/pdf', size: 13 });
    const bytes = kept ? await Array.fromAsync(server.platform.storage.read(kept, 5, 13)) : [];
    expect(Buffer.concat(bytes).toString()).toBe('1.7 Rosa');

    await db.deleteFrom('contacts').where('company_id', '=', companyId).where('id', '=', owner).execute();
    await sweep(0, server.platform.storage, contactFiles);
    expect([await rowsOf(companyId), await filesOf(server, companyId)]).toEqual([[], []]);
  });

  test('removes what was stored and is kept by nothing a day later, and what breaks off before', async () => {
    const { companyId, people } = await aCompany(server, { agent: {} });
    const ctx = await ctxOf(companyId, people.agent);
    const file = await storeFile(ctx, { name: 'left', content: content('left') });
    await db
      .insertInto('files')
      .values({ company_id: companyId, key: `${companyId}/fell`, name: 'fell', size: 9 })
      .execute();
    await sweep(23);
    expect(await statesOf(companyId)).toEqual(['stored', 'arriving']);
    await db.deleteFrom('files').where('name', '=', 'fell').execute(); // its key is not valid in the store
    await sweep(25);
    expect([await rowsOf(companyId), await filesOf(server, companyId)]).toEqual([[], []]);
    await expect(inTenant(ctx, (tx) => keepFile(tx, file, { kind: 'import', owner: 1 }))).rejects.toThrow(FileGone);
  });

  test('goes on where it fell: before the bytes were gone, and before the row was', async () => {
    const { companyId, people } = await aCompany(server, { agent: {} });
    const { id } = await drop(people.agent, csv);
    await people.agent.call(deleteImportAttempt, { params: { id } });
    expect(await statesOf(companyId)).toEqual(['dropped']);
    const { storage } = server.platform;
    const fell = () => Promise.reject(new Error('fell'));
    await sweep(0, { ...storage, remove: fell });
    expect([await statesOf(companyId), (await filesOf(server, companyId)).length]).toEqual([['dropped'], 1]);
    await sweep(0, { ...storage, remove: (key) => storage.remove(key).then(fell) });
    expect([await statesOf(companyId), await filesOf(server, companyId)]).toEqual([['dropped'], []]);
    await sweep();
    expect(await rowsOf(companyId)).toEqual([]);
  });

  test('removes bytes that no row names, a day later', async () => {
    const { companyId, people } = await aCompany(server, { agent: {} });
    await drop(people.agent, csv);
    const key = `${companyId}/${crypto.randomUUID()}`;
    await server.platform.storage.put(key, content('from before a restore'));
    await sweep();
    expect(await filesOf(server, companyId)).toHaveLength(2);
    await db.updateTable('files').set({ created_at: sql`now()` }).where('company_id', '=', companyId).execute();
    await sweep(25);
    expect(await filesOf(server, companyId)).toHaveLength(1);
    expect(await statesOf(companyId)).toEqual(['kept']);
  });
});

test('a dropped file goes at once by the job that the drop asks for', async () => {
  const { companyId, people } = await aCompany(server, { agent: {} });
  const { id } = await drop(people.agent, csv);
  await drop(people.agent, csv);
  await people.agent.call(deleteImportAttempt, { params: { id } });
  const asked = await db
    .selectFrom('outbox')
    .select('name')
    .where('company_id', '=', companyId)
    .where('kind', '=', 'job')
    .execute();
  expect(asked.map(({ name }) => name)).toContain('files.remove');
  await fileTasks['files.remove']?.(await ctxOf(companyId, people.agent), {}, { signal: new AbortController().signal } as never);
  expect([await statesOf(companyId), (await filesOf(server, companyId)).length]).toEqual([['kept'], 1]);
});

test('a call that fails keeps none of the files that came with it', async () => {
  const { companyId, people } = await aCompany(server, { agent: {} });
  await expect(drop(people.agent, '')).rejects.toMatchObject({ code: 'imports.empty' });
  expect(await statesOf(companyId)).toEqual(['dropped']);
  await sweep();
  expect([await rowsOf(companyId), await filesOf(server, companyId)]).toEqual([[], []]);
});

test('a file that was changed in the store is told as such', async () => {
  const { companyId, people } = await aCompany(server, { agent: {} });
  const mine = await drop(people.agent, csv);
  await drop(people.agent, csv.replace('Zoë', 'Tom'));
  const [one, another] = (await rowsOf(companyId)).map(({ key }) => join(server.config.dataDir, 'files', key));
  await copyFile(another ?? '', one ?? '');
  const preview = await people.agent.call(previewImport, { body: { id: mine.id, form: formOf(mine) } }).catch((error) => error);
  expect(preview).toMatchObject({ code: 'imports.unreadable' });
  expect(preview.problem.detail).toContain('damaged in storage');
});

test('a file under a key that is not here is told as such, and stops no other from moving to a new key', async () => {
  const { companyId, people } = await aCompany(server, { agent: {} });
  const [first, second] = [await drop(people.agent, csv), await drop(people.agent, csv)];
  const [row] = await rowsOf(companyId);
  const path = join(server.config.dataDir, 'files', row?.key ?? '');
  const bytes = await readFile(path);
  await writeFile(path, Buffer.concat([bytes.subarray(0, 8), Buffer.from('none'), bytes.subarray(12)]));

  const seal = createSeal(Buffer.alloc(32, 8), testKey);
  const storage = sealedStorage(folderStore(join(server.config.dataDir, 'files')), seal, testLog);
  expect(await resealFiles({ db, seal, storage }, companyId)).toEqual({ moved: 1, missing: 1 });

  const app = await createApp({ ...server.platform, storage }, allRoutes);
  atTheEnd(() => app.close());
  const preview = (draft: ImportDraft) =>
    call(app, people.agent.headers, previewImport, { body: { id: draft.id, form: formOf(draft) } });
  await expect(preview(first)).rejects.toMatchObject({ code: 'imports.unreadable' });
  expect(await preview(second)).toMatchObject({ totals: { create: 1 } });
});

describe('a company’s room', () => {
  const quota = 10_000;
  const platform = { ...server.platform, config: { ...server.config, storageQuota: quota } };
  const full = { status: 413, code: 'files.storage_full' };
  const rows = (count: number) => `Phone\n${'3055550142\n'.repeat(count)}`;

  async function small() {
    const app = await createApp(platform, allRoutes);
    atTheEnd(() => app.close());
    const { companyId, people } = await aCompany(server, { agent: {} });
    const ctx = { ...(await ctxOf(companyId, people.agent)), platform };
    const send = (text: string) =>
      call(app, people.agent.headers, validateImport, { body: {}, files: { import_file: { name: 'a.csv', content: text } } });
    return { companyId, people, ctx, send };
  }

  test('is bounded: what has no room is refused before it is stored, and finds room once something is deleted', async () => {
    const { companyId, people, send } = await small();
    const first = await send(rows(600));
    const refused = await send(rows(600)).catch((error) => error);
    expect(refused).toMatchObject(full);
    expect(refused.problem.data).toEqual({ used: rows(600).length, quota });
    expect([await statesOf(companyId), (await filesOf(server, companyId)).length]).toEqual([['kept'], 1]);
    await people.agent.call(deleteImportAttempt, { params: { id: first.id } });
    await send(rows(600));
  });

  test('is each company’s own, and is not taken twice by two uploads at once', async () => {
    const [one, two] = [await small(), await small()];
    await two.send(rows(600));
    const outcomes = await Promise.allSettled([one.send(rows(600)), one.send(rows(600)), one.send(rows(600))]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(full);
  });

  test('bounds what says nothing of its size, while it arrives', async () => {
    const { companyId, ctx } = await small();
    const piece = Buffer.alloc(1_000);
    let taken = 0;
    async function* endless() {
      for (;;) {
        taken += piece.length;
        yield piece;
      }
    }
    const fits = await storeFile(ctx, { name: 'fits', content: content(Buffer.alloc(9_000)) });
    expect(fits).toMatchObject({ size: 9_000 });
    await expect(storeFile(ctx, { name: 'endless', content: endless() })).rejects.toMatchObject({ code: 'files.storage_full' });
    expect(taken).toBeLessThan(quota);
    const beside = [1, 2].map(() => storeFile(ctx, { name: 'beside', content: content(Buffer.alloc(800)) }));
    expect((await Promise.allSettled(beside)).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await sweep(25);
    expect(await filesOf(server, companyId)).toEqual([]);
  });
});
