// The least that could answer: a route, a pool, one query by primary key. No session, no tenancy, no schema.
import Fastify from 'fastify';
import { Pool } from 'pg';

const [url, companyId] = process.argv.slice(2);
const pool = new Pool({ connectionString: url, max: 10 });
const app = Fastify();

app.get<{ Params: { id: string } }>('/contacts/:id', async (request) => {
  const { rows } = await pool.query('select * from contacts where company_id = $1 and id = $2', [companyId, request.params.id]);
  return rows[0];
});

await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ port: (app.server.address() as { port: number }).port });
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
