// Takes a backup while an import runs and people write; the restored copy is complete and works.
import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createContact, getContact } from '#contract/contacts.ts';
import { downloadRejectedRows, getImportAttempt, importContacts, validateImport } from '#contract/imports.ts';
import { type Caller, signIn } from '../bench/caller.ts';
import { testLog as log } from './support/database.ts';
import { environmentOf, type RunningProduct, startProduct } from './support/product.ts';
import { until } from './support/until.ts';

const folder = await mkdtemp(join(tmpdir(), 'steward-backup-'));
const at = (name: string) => join(folder, name);
const backup = at('backups/monday');
let product: RunningProduct | undefined;
afterAll(async () => {
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

const start = async (dataDir: string): Promise<RunningProduct> => {
  await product?.stop();
  product = await startProduct({ dataDir, log, contacts: 50, settings: { fsync: 'off' } });
  return product;
};
const run = (tool: 'backup' | 'restore', dataDir: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [`tools/${tool}.ts`, ...args], { env: environmentOf(dataDir) });

/** Milliseconds, for a busy machine: processes start, a cluster is written file by file. */
const slow = 180_000;
const rows = 12_500; // a chunk of 2,000, then one that is still running

test(
  'a backup under writes is restored whole: every row, every file, and the import goes on to its end',
  async () => {
    const first = await start(at('first'));
    const agent = await signIn(first.port, 'agent@harbor.test');
    const imported = await startImport(agent);
    await until(async () => (await attemptOf(agent, imported)).created > 0);

    const committed: number[] = [];
    let writing = true;
    const writes = (async () => {
      while (writing) {
        const { id } = await agent.call(createContact, {
          body: { last_name: `Written ${committed.length}`, medicare_number: '1EG4TE5MK73' },
        });
        committed.push(id);
      }
    })();
    await until(async () => committed.length > 3);
    const before = [...committed];
    const { stdout } = await run('backup', at('first'), backup);
    writing = false;
    await writes;
    expect(stdout).toContain('holds everything up to');
    expect(committed.length).toBeGreaterThan(before.length);
    await product?.stop();
    product = undefined;

    await mkdir(at('second'));
    await copyFile(at('first/envelope.key'), at('second/envelope.key'));
    await run('restore', at('second'), backup);
    const second = await start(at('second'));

    const found = await look(second);
    expect(found.created).toBe(found.contacts);
    expect(found.created).toBe(found.journal);
    expect(found.created).toBeGreaterThan(0);
    const again = await signIn(second.port, 'agent@harbor.test');
    for (const id of before)
      expect(await again.call(getContact, { params: { id }, query: {} })).toMatchObject({ medicare_number: '•••••••MK73' });
    // From the checkpoint on, from the stored file.
    const done = await until(async () => {
      const attempt = await attemptOf(again, imported);
      return attempt.status === 'complete' && attempt;
    }, 90);
    expect(done).toMatchObject({ created: rows, rejected: 1 });
    expect(await look(second)).toEqual({ created: rows, contacts: rows, journal: rows });
    expect(await again.send(downloadRejectedRows, { params: { id: imported } })).toContain('1EG4-TE5-XX');
  },
  slow,
);

test(
  'a restore asks for the right key and an empty folder, takes no damaged backup, and leaves nothing half-made',
  async () => {
    const refused = async (name: string, from = backup) => {
      await mkdir(at(name), { recursive: true });
      const error: { stderr: string } = await run('restore', at(name), from).then(
        () => ({ stderr: 'restored' }),
        (reason) => reason,
      );
      return error.stderr;
    };
    expect(await refused('second')).toContain('is there already');
    expect(await refused('keyless')).toContain("Set ENVELOPE_KEY to the key of the backup's time");
    await mkdir(at('other'));
    await writeFile(at('other/envelope.key'), Buffer.alloc(32, 9).toString('base64'));
    expect(await refused('other')).toContain('sealed under another envelope key');
    expect(await refused('other', at('nowhere'))).toContain('is no backup');

    await copyFile(at('first/envelope.key'), at('other/envelope.key'));
    const archive = at('damaged/database.tar.zst');
    await cp(backup, at('damaged'), { recursive: true });
    await changeByte(archive, 1_000_000);
    expect(await refused('other', at('damaged'))).toContain('is damaged');
    await copyFile(join(backup, 'database.tar.zst'), archive);
    await truncate(archive, 1_000_000);
    expect(await refused('other', at('damaged'))).toContain('is damaged');
    expect(await readdir(at('other'))).toEqual(['envelope.key']);
  },
  slow,
);

test(
  'the key is in no backup, a backup overwrites none, and needs a running Steward',
  async () => {
    expect((await readdir(backup)).sort()).toEqual(['backup.json', 'database.tar.zst', 'files']);
    const key = (await readFile(at('first/envelope.key'), 'utf8')).slice(0, 43);
    expect(await readFile(join(backup, 'backup.json'), 'utf8')).not.toContain(key);
    await expect(run('backup', at('first'), backup)).rejects.toMatchObject({
      stderr: expect.stringContaining('is there already'),
    });
    await expect(run('backup', at('first'), at('late'))).rejects.toMatchObject({
      stderr: expect.stringContaining('does not run'),
    });
  },
  slow,
);

const attemptOf = (caller: Caller, id: number) => caller.call(getImportAttempt, { params: { id } });

async function startImport(caller: Caller): Promise<number> {
  const lines = Array.from({ length: rows }, (_, n) => `Row${n},${n}@example.com,1EG4-TE5-MK73`);
  const file = new Blob([`Last Name,Email,Medicare Number\n${lines.join('\n')}\nBad,,1EG4-TE5-XX\n`]);
  const draft = await caller.upload(validateImport, {}, file);
  const form = {
    fields: draft.fields.map(({ preview, ...field }) => field),
    has_headings: true,
    wrong_values: { otherwise: 'reject' },
  };
  await caller.upload(importContacts, { id: String(draft.id), form: JSON.stringify(form) });
  return draft.id;
}

/** The import's state, its contacts and its journal, at one moment. */
async function look({ adminUrl }: RunningProduct) {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { rows } = await client.query<{ created: number; contacts: number; journal: number }>(
    `select a.created, (select count(*)::int from contacts c where c.import_id = a.id) as contacts,
       (select count(*)::int from contact_changes j where j.import_id = a.id and j.action = 'imported') as journal
     from import_attempts a`,
  );
  await client.end();
  return rows[0] ?? { created: 0, contacts: 0, journal: 0 };
}

async function changeByte(path: string, position: number) {
  const file = await open(path, 'r+');
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, position);
  await file.write(Buffer.of(buffer.readUInt8(0) ^ 0xff), 0, 1, position);
  await file.close();
}
