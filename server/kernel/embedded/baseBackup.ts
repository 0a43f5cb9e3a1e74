// PostgreSQL's own online backup over its replication protocol: the data folder as one tar, with the WAL that
// completes it.
import { Readable } from 'node:stream';
import pg from 'pg';

/** The first byte of a BASE_BACKUP message is its kind. */
const newArchive = 'n'.charCodeAt(0);
const content = 'd'.charCodeAt(0);

/** `url`: of a role with REPLICATION. Sent as fast as it is read; contains every change committed before it began. */
export async function* baseBackup(url: string): AsyncGenerator<Buffer> {
  const client = new pg.Client({ connectionString: url, application_name: 'steward backup', ...{ replication: 'true' } });
  client.on('error', () => {}); // the stream reports it
  await client.connect();
  try {
    // Keeps the WAL of its duration; removed with this connection.
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
      if (!out.readableEnded) socket?.destroy(); // the server would continue to send
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
      // A copy: the driver reuses its buffer.
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
