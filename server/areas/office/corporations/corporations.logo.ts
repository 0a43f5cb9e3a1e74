// The logo of a corporation: a picture that is written anew.
import { takePicture } from '#areas/office/profile/profile.service.ts';
import type { Ctx, Tx } from '#kernel/context.ts';
import { wrong } from '#kernel/errors.ts';
import type { FileKinds } from '#kernel/files/fileSweep.ts';
import { discardFiles, dropFiles, keepFile, listFiles, type StoredFile, type UploadedFile } from '#kernel/files/files.ts';

const kind = 'corporation logo';
export const corporationFileKinds: FileKinds = { [kind]: 'corporations' };

const box = { width: 600, height: 300, fit: 'inside' } as const;

/** Runs `work` with the picture that was sent, if one was; what it does not keep is removed. */
export async function withLogo<T>(
  ctx: Ctx,
  sent: UploadedFile[],
  work: (logo: StoredFile | undefined) => Promise<T>,
): Promise<T> {
  const [file, ...others] = sent;
  const fault = others.length > 0 ? 'Send one file' : file && file.field !== 'logo' ? 'Send the file as logo' : null;
  if (fault) throw wrong('logo', fault);
  const made: StoredFile[] = [];
  try {
    const done = await work(file && (await takePicture(ctx, file, { field: 'logo', box, made })));
    await discardFiles(ctx, sent, null); // the original: nothing keeps it
    return done;
  } catch (error) {
    await discardFiles(ctx, made, error);
    throw error;
  }
}

export async function replaceLogo(tx: Tx, owner: number, file: StoredFile | null): Promise<void> {
  await dropFiles(tx, { kind, owners: [owner] });
  if (file) await keepFile(tx, file, { kind, owner });
}

export const findLogo = async (tx: Tx, owner: number) => (await listFiles(tx, { kind, owner })).at(-1);
