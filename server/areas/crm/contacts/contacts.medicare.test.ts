// A Medicare number is sealed: it must never be seen in clear, wherever one looks.
import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { createContact, updateContact } from '#contract/contacts.ts';
import { createApp } from '#kernel/http/http.ts';
import { journalOf, openContact, storedContact } from '#tests/support/contacts.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { aServer, call, type Refused, type TestServer } from '#tests/support/server.ts';
import { contactRoutes } from './contacts.routes.ts';

let server: TestServer;
let company: TestCompany<'agent'>;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { agent: {} });
});

const at = (id: number) => ({ params: { id } });

describe('a Medicare number', () => {
  const number = '1EG4TE5MK73';
  const spellings = /1EG4-?TE5-?MK73/i;

  test('is never in clear: not in an answer, the table, the journal or a log', async () => {
    const { agent } = company.people;
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
    const app = await createApp(
      { ...server.platform, log },
      contactRoutes(() => []),
    );
    const { id } = await call(app, agent.headers, createContact, {
      body: { first_name: 'Rosa', medicare_number: '1eg4-te5-mk73' },
    });
    await call(app, agent.headers, updateContact, { ...at(id), body: { medicare_number: '2EG4-TE5-MK74' } });
    const answer = await call(app, agent.headers, updateContact, {
      ...at(id),
      body: { medicare_number: number, first_name: 'R' },
    });
    const stale = { version: 1, medicare_number: number };
    const refusal = await call(app, agent.headers, updateContact, { ...at(id), body: stale }).catch(
      (error: Refused) => error.problem,
    );
    await call(app, agent.headers, createContact, { body: { medicare_number: '1EG4TE5MK7' } as never }).catch(() => {});
    await app.close();

    expect(answer.medicare_number).toBe('•••••••MK73');
    expect(refusal).toMatchObject({ code: 'contacts.stale' });
    expect(JSON.stringify(refusal)).not.toMatch(spellings);
    expect(JSON.stringify(await openContact(agent, id))).not.toMatch(spellings);
    expect(JSON.stringify(await agent.call(listContactTimeline, { ...at(id), query: {} }))).not.toMatch(spellings);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.join('')).not.toMatch(/1EG4|2EG4/i);
    const { rows } = await sql<{ all: string }>`
      select (select string_agg(c::text, ' ') from contacts c) || (select string_agg(j::text, ' ') from contact_changes j)
        || coalesce((select string_agg(o::text, ' ') from outbox o), '') as all`.execute(server.operator.db);
    expect(rows[0]?.all).not.toMatch(spellings);
    expect(rows[0]?.all).not.toContain(Buffer.from(number).toString('hex'));
    expect((await journalOf(server, id)).at(-1)).toMatchObject({
      before: { medicare_number: '(sealed)' },
      after: { medicare_number: '(sealed)' },
    });
  });

  test('is sealed differently each time, found by its blind index, and the same one is no change', async () => {
    const { agent } = company.people;
    const [one, two] = [
      await agent.call(createContact, { body: { first_name: 'One', medicare_number: number } }),
      await agent.call(createContact, { body: { first_name: 'Two', medicare_number: number } }),
    ];
    const [first, second] = [await storedContact(server, one.id), await storedContact(server, two.id)];
    expect(first.medicare_number_blind).toEqual(second.medicare_number_blind);
    expect(first.medicare_number_sealed).not.toEqual(second.medicare_number_sealed);
    expect(await agent.call(updateContact, { ...at(one.id), body: { medicare_number: number } })).toMatchObject({ version: 1 });
    expect(await agent.call(updateContact, { ...at(one.id), body: { medicare_number: '' } })).toMatchObject({
      medicare_number: '',
    });
    expect(await storedContact(server, one.id)).toMatchObject({ medicare_number_sealed: null, medicare_number_blind: null });
  });
});
