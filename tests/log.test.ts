// The log tells of sign-ins and attempts, and leaves out names and secrets.
import { expect, test } from 'vitest';
import { answerSecondFactor, createSession, getMe } from '#contract/signIn.ts';
import { createApp } from '#kernel/http/http.ts';
import { createLog } from '#kernel/ops/log.ts';
import { allRoutes } from '../server/areas.ts';
import { atTheEnd } from './support/atTheEnd.ts';
import { aCompany, testPassword } from './support/factories.ts';
import { aServer, send } from './support/server.ts';

const server = await aServer();
const written: string[] = [];
const log = createLog('info', 'web', { write: (line) => void written.push(line) });
const app = await createApp({ ...server.platform, log }, allRoutes);
atTheEnd(() => app.close());

test('sign-ins, refusals and guesses are logged with their address, without names, passwords or tokens', async () => {
  const { companyId, people } = await aCompany(server, { agent: {} });
  const { email, userId, token } = people.agent;
  const called = [
    await send(app, {}, createSession, { body: { email, password: 'a wrong one' } }),
    await send(app, {}, answerSecondFactor, { body: { otp_secret: token, otp: '123456' } }),
    await send(app, {}, getMe, {}),
    await send(app, { ...people.agent.headers, origin: 'https://evil.example' }, createSession, {
      body: { email, password: testPassword },
    }),
    await send(app, {}, createSession, { body: { email: '', password: '' } }),
    await send(app, {}, createSession, { body: { email, password: testPassword } }),
  ];
  const lines = written.map((line) => JSON.parse(line));
  const from = '127.0.0.1';
  expect(lines.filter(({ msg }) => msg !== 'answered')).toMatchObject([
    { msg: 'refused', code: 'sessions.wrong_credentials', endpoint: 'createSession', from },
    { msg: 'refused', code: 'two_factor.spent', endpoint: 'answerSecondFactor', from },
    { msg: 'refused', code: 'unauthenticated', endpoint: 'getMe', from },
    { msg: 'refused', code: 'origin', endpoint: 'createSession', from },
    { msg: 'signed in', company: companyId, user: userId, from },
  ]);
  const answered = called.map(({ statusCode, headers }) => ({ status: statusCode, request: headers['x-request-id'] }));
  expect(lines.filter(({ msg }) => msg === 'answered')).toMatchObject(answered);
  for (const secret of [email, 'a wrong one', testPassword, token.split('.')[1] ?? ''])
    expect(written.join(''), secret).not.toContain(secret);
});
