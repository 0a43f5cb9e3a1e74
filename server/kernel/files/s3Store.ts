// Stores files in a bucket of S3 or a compatible store.
import { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { BadConfig, type S3Config } from '#kernel/ops/config.ts';
import type { Log } from '#kernel/ops/log.ts';
import { FileGone, StorageFailed, type Store, tryStore } from './storage.ts';

/**
 * Bytes that one put keeps in memory, and the size of a part; S3 allows 10,000 parts, all but the last at least
 * 5 MiB.
 */
const partSize = 8 * 1024 * 1024;
/** Bytes of one request: an import reads slowly, and a waiting connection would be cut. */
const readSize = 4 * 1024 * 1024;

interface S3Options extends S3Config {
  log: Log;
  /** Milliseconds to connect, and without any data from the store; a failed attempt is repeated twice. */
  patience?: number;
}

export function s3Store({ log, patience = 20_000, bucket, pathStyle, accessKeyId, secretAccessKey, ...place }: S3Options): Store {
  const client = new S3Client({
    ...place,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: { connectionTimeout: patience, socketTimeout: patience },
    // The SDK's checksums would be trailers, which not every store understands.
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
        await new Upload({ client, params: { ...at(key), Body }, partSize, queueSize: 1 }).done(); // it removes its parts if it fails
      } catch (error) {
        if (error === Body.errored) throw error; // the sender's error
        throw failed(error);
      } finally {
        Body.destroy();
      }
    },
    open(key) {
      let IfMatch: string | undefined; // from the first answer: bytes of another version are refused
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
                if (error.$metadata?.httpStatusCode === 416) return new Uint8Array(); // the file ends before
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

/** Writes, reads and removes a few bytes. Throws BadConfig with the store's own text. */
export async function mustServe(store: Store): Promise<void> {
  try {
    await tryStore(store);
  } catch (error) {
    const cause = error instanceof StorageFailed ? (error.cause as Error) : error;
    throw new BadConfig(`S3_ENDPOINT: the bucket cannot be used (${cause})`);
  }
}
