// Restores a backup into a data folder without database and files: builds it in a second folder and renames it
// when complete.
import { chownSync } from 'node:fs';
import { access, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from 'tar';
import { accountFor } from '#kernel/embedded/embeddedPostgresBinaries.ts';
import { syncNames, syncTree } from '#kernel/files/durable.ts';
import { BadConfig, type Config } from '#kernel/ops/config.ts';
import { BackupNote, copyFiles, keyNames, parts } from './backup.ts';

export async function restoreBackup(config: Config, backup: string): Promise<BackupNote> {
  const { dataDir } = config;
  const [database, files] = [join(dataDir, 'postgres'), join(dataDir, 'files')];
  for (const folder of [database, files])
    if (await isThere(folder)) throw new BadConfig(`${folder} is there already. Restore into an empty DATA_DIR.`);
  const note = await readNote(backup);
  if (!note.keys.every((name) => keyNames(config).includes(name)))
    throw new BadConfig('This backup was sealed under another envelope key. Set ENVELOPE_KEY to the one of its time.');

  await mkdir(dataDir, { recursive: true });
  const staging = await mkdtemp(join(dataDir, 'restoring-'));
  try {
    const cluster = join(staging, 'postgres');
    await unpackDatabase(join(backup, parts.database), cluster);
    await copyFiles(join(backup, parts.files), join(staging, 'files'));
    await syncTree(staging);
    await rename(join(staging, 'files'), files);
    await rename(cluster, database); // last: a start that finds it finds everything
  } finally {
    await rm(staging, { recursive: true, force: true, maxRetries: 10 }); // after a failure, some file may still be in the middle of a write
  }
  await syncNames(dataDir);
  return note;
}

async function readNote(backup: string): Promise<BackupNote> {
  try {
    return BackupNote.parse(JSON.parse(await readFile(join(backup, parts.note), 'utf8')));
  } catch (cause) {
    throw new BadConfig(`${backup} is no backup of Steward's, or not a whole one.`, { cause });
  }
}

/** PostgreSQL recovers from it at its first start, with the label and the WAL in the backup. */
async function unpackDatabase(archive: string, cluster: string): Promise<void> {
  const account = accountFor(cluster);
  await mkdir(cluster, { mode: 0o700 });
  if (account) chownSync(cluster, account.uid, account.gid);
  try {
    await extract({
      file: archive,
      cwd: cluster,
      strict: true,
      maxReadSize,
      maxDecompressionRatio: Number.POSITIVE_INFINITY,
      ...account,
    });
  } catch (cause) {
    if (cause instanceof Error && 'tarCode' in cause && damages.includes(String(cause.tarCode)))
      throw new BadConfig(`${archive} is damaged: ${cause.message}`, { cause });
    throw cause; // a fault of the disk, for example
  }
}

/** Bytes of one read while unpacking; each is kept in memory. */
const maxReadSize = 64 * 1024;
const damages = ['TAR_ABORT', 'TAR_BAD_ARCHIVE', 'TAR_ENTRY_INVALID'];

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
