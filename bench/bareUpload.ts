// The least that could take an upload: the body of each request, piped into a file and synced.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const [folder = '.'] = process.argv.slice(2);
const server = createServer(async (request, response) => {
  const path = join(folder, `bare-${randomUUID()}`);
  await pipeline(request, createWriteStream(path, { flush: true }));
  response.end('{}');
  await rm(path);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
