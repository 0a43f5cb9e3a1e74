// Files that must outlive a power cut: written is not yet on the disk.
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Everything in the folder, and the folder; its own name stands in the one above. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() || entry.isDirectory()) await sync(join(entry.parentPath, entry.name));
  await sync(folder);
}

export async function sync(path: string): Promise<void> {
  const file = await open(path).catch(() => null); // Windows opens no folder, and needs none opened
  if (!file) return;
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
