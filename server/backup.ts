// Backs up the embedded database and the stored files while Steward runs: a folder with database.tar.zst, files/ and
// backup.json. The database goes first: a file is stored before its row, so every file of a copied row still exists
// when the files follow. Only files deleted in between are missing, together with rows that were to go. The envelope
// key is not in the backup: a stolen backup must not contain its own key.
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import pg from 'pg';
import { z } from 'zod';
import { hasCode, roleUrl } from '#kernel/db/database.ts';
import { baseBackup } from '#kernel/embedded/baseBackup.ts';
import { syncNames, syncTree } from '#kernel/files/durable.ts';
import { BadConfig, type Config } from '#kernel/ops/config.ts';
import { version } from '#kernel/ops/version.ts';
import { createSeal } from '#kernel/secrets/seal.ts';

export const BackupNote = z.object({
  format: z.literal(1),
  /** Steward's version. */
  version: z.string(),
  /** The backup has every change committed before this moment. */
  taken_at: z.iso.datetime(),
  /** The names of the envelope keys that open it (kernel/secrets/seal.ts). */
  keys: z.array(z.string()),
});
export type BackupNote = z.output<typeof BackupNote>;

export const parts = { note: 'backup.json', database: 'database.tar.zst', files: 'files' } as const;

/** `databaseUrl`: the superuser's. The folder `target` appears complete or not at all. */
export async function takeBackup(config: Config, databaseUrl: string, target: string): Promise<BackupNote> {
  await mustBeItsKey(config, databaseUrl);
  const note: BackupNote = { format: 1, version, taken_at: new Date().toISOString(), keys: keyNames(config) };
  const staging = join(dirname(target), `.${basename(target)}.partial`);
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true, mode: 0o700 });
  try {
    await copyDatabase(databaseUrl, join(staging, parts.database));
    await copyFiles(join(config.dataDir, 'files'), join(staging, parts.files));
    await writeFile(join(staging, parts.note), `${JSON.stringify(note, null, 2)}\n`);
    await syncTree(staging);
    await rename(staging, target);
  } catch (error) {
    await rm(staging, { recursive: true, force: true }); // so that nightly backups do not fill a full disk further
    throw error;
  }
  await syncNames(dirname(target));
  return note;
}

/** The roles' passwords come from the key: this check keeps a wrong key out of backup.json. */
async function mustBeItsKey(config: Config, databaseUrl: string): Promise<void> {
  const client = new pg.Client(roleUrl(databaseUrl, 'app', createSeal(config.key)));
  try {
    await client.connect();
  } catch (error) {
    if (hasCode(error, '28P01')) throw new BadConfig('ENVELOPE_KEY is not the key that Steward runs with: set it to that one.');
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

export const keyNames = ({ key, previousKey }: Pick<Config, 'key' | 'previousKey'>): string[] =>
  createSeal(key, previousKey)
    .subkeys('name')
    .map(({ name }) => name.toString('hex'));

/** Compressed with a checksum, so that a restore detects damage. */
const copyDatabase = (databaseUrl: string, file: string): Promise<void> =>
  pipeline(
    baseBackup(databaseUrl),
    createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    createWriteStream(file, { mode: 0o600 }),
  );

/** Copies them as stored: sealed. */
export async function copyFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true }).catch(ifThere([]))) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const copy = join(to, relative(from, path));
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
    await copyFile(path, copy).catch(ifThere(undefined));
  }
}

/** Skips what does not exist or no longer exists. */
const ifThere =
  <T>(otherwise: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return otherwise;
    throw error;
  };
