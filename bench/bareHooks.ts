// The least that a webhook and an open screen could be: a route, one insert, and a NOTIFY. No signature, no
// company, no job, no conversation.
import Fastify from 'fastify';
import { Pool } from 'pg';

const [url] = process.argv.slice(2);
const pool = new Pool({ connectionString: url, max: 10 });
const app = Fastify();
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => done(null, body));
app.post<{ Body: string }>('/hook', async ({ body }, reply) => {
  const from = new URLSearchParams(body).get('From');
  await pool.query(`with stored as (insert into bench_hooks (body) values ($1) returning id) select pg_notify('bench_hooks', $2) from stored`, [body, from]);
  return reply.code(204).send();
}); // biome-ignore format: one statement
await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ port: (app.server.address() as { port: number }).port });
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
