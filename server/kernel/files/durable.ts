// Writes files that must survive a power cut: a written file is not yet on the disk.
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const windows = process.platform === 'win32';

/** Syncs everything in the folder and the folder; its own name is in the parent folder. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile())
      await sync(path, 'r+'); // Windows syncs only open writers
    else if (entry.isDirectory()) await syncNames(path);
  }
  await syncNames(folder);
}

/** Syncs a folder's list of names. Windows cannot, and does it by itself. */
export async function syncNames(folder: string): Promise<void> {
  if (!windows) await sync(folder, 'r');
}

async function sync(path: string, flags: string): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
