// Stored files in a bucket of S3, or of a store that speaks as S3 does.
import { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { BadConfig, type S3Config } from '#kernel/ops/config.ts';
import type { Log } from '#kernel/ops/log.ts';
import { FileGone, StorageFailed, type Store } from './storage.ts';

/** Bytes that one put holds in memory, and the size of a part; S3 takes 10,000 of them, and none but the last below 5 MiB. */
const partSize = 8 * 1024 * 1024;
/** Bytes of one request: an import takes its time over them, and a connection that waits for it would be cut. */
const readSize = 4 * 1024 * 1024;

interface S3Options extends S3Config {
  log: Log;
  /** Milliseconds to connect, and without a sign of life from the store; a try that fails is made twice more. */
  patience?: number;
}

export function s3Store({ log, patience = 20_000, bucket, pathStyle, accessKeyId, secretAccessKey, ...place }: S3Options): Store {
  const client = new S3Client({
    ...place,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: { connectionTimeout: patience, socketTimeout: patience },
    // The checksums of our own contents would be trailers, which not every store understands.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const at = (key: string) => ({ Bucket: bucket, Key: key });
  const remove = (key: string) => client.send(new DeleteObjectCommand(at(key)));

  const failed = (error: unknown): Error => {
    if (error instanceof NoSuchKey) return new FileGone();
    log.error({ err: error }, 'the store of files failed');
    return new StorageFailed(error);
  };

  return {
    async write(key, bytes) {
      const Body = Readable.from(bytes, { objectMode: false });
      try {
        await new Upload({ client, params: { ...at(key), Body }, partSize, queueSize: 1 }).done(); // it gives its parts up where it fails
      } catch (error) {
        if (error === Body.errored) throw error; // the sender's
        throw failed(error);
      } finally {
        Body.destroy();
      }
    },
    open(key) {
      let IfMatch: string | undefined; // the first answer's: another version's bytes are refused
      return {
        async *read(start, end) {
          for (let from = start; from < end; from += readSize) {
            const Range = `bytes=${from}-${Math.min(from + readSize, end) - 1}`;
            const some = await client
              .send(new GetObjectCommand({ ...at(key), Range, ...(IfMatch && { IfMatch }) }))
              .then(({ Body, ETag }) => {
                IfMatch ??= ETag;
                return Body?.transformToByteArray() ?? new Uint8Array();
              })
              .catch((error) => {
                if (error.$metadata?.httpStatusCode === 416) return new Uint8Array(); // it ends before
                throw failed(error);
              });
            yield some;
            if (some.length < Math.min(from + readSize, end) - from) return;
          }
        },
        close: async () => {},
      };
    },
    remove: (key) =>
      remove(key).then(
        () => {},
        (error) => Promise.reject(failed(error)),
      ),
    async *list(before) {
      let ContinuationToken: string | undefined;
      do {
        const page = await client
          .send(new ListObjectsV2Command({ Bucket: bucket, ...(ContinuationToken && { ContinuationToken }) }))
          .catch((error) => Promise.reject(failed(error)));
        const older = (page.Contents ?? []).filter(({ LastModified }) => LastModified && LastModified < before);
        yield older.flatMap(({ Key }) => Key ?? []);
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}

/** Writes, reads and removes a few bytes. Throws BadConfig, saying what the store said. */
export async function mustServe(store: Store): Promise<void> {
  const key = `0/${crypto.randomUUID()}`;
  try {
    await store.write(key, Readable.from([Buffer.from('start')]));
    await Array.fromAsync(store.open(key).read(0, 5));
    await store.remove(key);
  } catch (error) {
    const cause = error instanceof StorageFailed ? (error.cause as Error) : error;
    throw new BadConfig(`S3_ENDPOINT: the bucket cannot be used (${cause})`);
  }
}
