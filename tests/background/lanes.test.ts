import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { job } from '#kernel/jobs/job.ts';
import { startLanes } from '#kernel/jobs/lanes.ts';
import { perform } from '#kernel/jobs/tasks.ts';
import { aCompany } from '../support/factories.ts';
import { aServer } from '../support/server.ts';
import { type Asked, ask, listJobs, openParts, type Parts } from './parts.ts';

let parts: Parts;
let asker: Asked;
beforeAll(async () => {
  const server = await aServer({ own: true });
  parts = await openParts(server);
  const { companyId, people } = await aCompany(server, { agent: {} });
  asker = { companyId, userId: people.agent.userId };
});

test('what is long leaves room for what somebody waits for, and neither takes the other’s', async () => {
  const ran: string[] = [];
  const { promise: imported, resolve: finish } = Promise.withResolvers<void>();
  const note = (name: string) => async () => void ran.push(name);
  const lanes = await startLanes({
    ...parts,
    places: { long: 2, quick: 1, sends: 1 },
    tasks: {
      ...perform(job('test.import', z.unknown(), { long: true }), () =>
        note('import begins')()
          .then(() => imported)
          .then(note('import ends')),
      ),
      ...perform(job('test.mail', z.unknown()), note('mail')),
      ...perform(job('test.mailing', z.unknown(), { sends: true }), note('mailing')),
    },
  });
  for (let number = 0; number < 3; number++) await ask(parts, 'test.import', asker);
  await expect.poll(() => ran).toEqual(['import begins', 'import begins']);
  await ask(parts, 'test.mail', asker);
  await expect.poll(() => ran.slice(2)).toEqual(['mail']);
  await ask(parts, 'test.mailing', asker);
  await expect.poll(() => ran.slice(3)).toEqual(['mailing']);
  expect((await listJobs(parts)).map(({ task_identifier, attempts }) => [task_identifier, attempts])).toEqual([
    ['test.import', 1],
    ['test.import', 1],
    ['test.import', 0],
  ]);

  finish();
  await expect.poll(() => listJobs(parts)).toEqual([]);
  expect(ran.filter((what) => what === 'import ends')).toHaveLength(3);
  expect(new Set(lanes.ids).size).toBe(3);
  await lanes.stop();
  await lanes.ended;
});
