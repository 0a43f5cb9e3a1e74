// PostgreSQL's own online backup, over its replication protocol: the data folder as one tar, with the WAL that makes it whole.
import { Readable } from 'node:stream';
import pg from 'pg';

/** Messages of BASE_BACKUP begin with their kind. */
const newArchive = 'n'.charCodeAt(0);
const content = 'd'.charCodeAt(0);

/** `url` is that of a role that may replicate. No faster than it is read; every change committed before it began is in it. */
export async function* baseBackup(url: string): AsyncGenerator<Buffer> {
  const client = new pg.Client({ connectionString: url, application_name: 'steward backup', ...{ replication: 'true' } });
  client.on('error', () => {}); // the stream tells it
  await client.connect();
  try {
    // Keeps the WAL of the time it takes, however much is written; gone with this connection.
    await client.query(`CREATE_REPLICATION_SLOT steward_backup_${process.pid} TEMPORARY PHYSICAL (RESERVE_WAL)`);
    yield* copiedOut(client, `BASE_BACKUP (LABEL 'steward', CHECKPOINT 'fast', WAL, MANIFEST 'no')`);
  } finally {
    await client.end();
  }
}

function copiedOut(client: pg.Client, command: string): Readable {
  let socket: { pause(): void; resume(): void; destroy(): void } | undefined;
  let archives = 0;
  const out = new Readable({
    read: () => socket?.resume(),
    destroy(error, done) {
      if (!out.readableEnded) socket?.destroy(); // the server would go on sending to nobody
      done(error);
    },
  });
  const query = {
    submit(connection: pg.Connection) {
      socket = connection.stream;
      connection.query(command);
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      if (chunk[0] === newArchive && ++archives > 1)
        out.destroy(new Error('a database with tablespaces of its own is not backed up here'));
      // A copy: the driver uses its buffer again.
      if (chunk[0] === content && !out.push(Buffer.from(chunk.subarray(1)))) socket?.pause();
    },
    handleError: (error: Error) => out.destroy(error),
    handleReadyForQuery: () => out.push(null),
    handleRowDescription() {},
    handleDataRow() {},
    handleCommandComplete() {},
  };
  client.query(query as unknown as pg.Submittable);
  return out;
}
