// Administrators get a mail about every change of sign-in rules.
import { beforeAll, expect, test } from 'vitest';
import { createNetwork, deleteNetwork, listNetworks, updateSecurity } from '#contract/security.ts';
import { deleteSsoConnection, updateSsoConnection } from '#contract/sso.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { linkIn, mailsTo, mailTo } from '#tests/support/mailbox.ts';
import { anOpenIdProvider } from '#tests/support/openIdProvider.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { ssoSettings } from '#tests/support/sso.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'sub_admin' | 'bu_admin' | 'agent'>;
beforeAll(async () => {
  server = await aServer({ worker: true });
  company = await aCompany(server, { admin: {}, sub_admin: {}, bu_admin: {}, agent: {} });
});

test('networks, requirements and single sign-on, to administrators and nobody else', async () => {
  const { admin, sub_admin, bu_admin, agent } = company.people;
  await admin.call(createNetwork, { body: { network: '127.0.0.0/8', note: 'Here' } });
  const [network] = (await admin.call(listNetworks, { query: { q: '', page: 1, limit: 10 } })).data;
  await admin.call(deleteNetwork, { params: { id: network?.id ?? 0 } });
  await sub_admin.call(updateSecurity, { body: { two_factor_roles: ['manager'] } });
  await admin.call(updateSecurity, { body: {} });
  const provider = await anOpenIdProvider({ origin: 'http://localhost:3000' });
  await admin.call(updateSsoConnection, { body: ssoSettings(provider.issuer) });
  await admin.call(deleteSsoConnection, {});
  await admin.call(deleteSsoConnection, {});
  await provider.stop();

  for (const { email } of [admin, sub_admin]) {
    expect(await mailsTo(server, email, 5)).toHaveLength(5);
    const added = await mailTo(server, email, 'A network was added');
    expect(added.text).toMatch(/Network: 127\.0\.0\.0\/8\nChanged by: admin Tester\nWhen: \d\d\/\d\d\/\d{4}/);
    expect(linkIn(added).pathname + linkIn(added).search).toBe('/admin/security?tab=networks');
    await mailTo(server, email, 'A network was removed');
    expect((await mailTo(server, email, 'The sign-in requirements were changed')).text).toContain('Changed by: sub_admin Tester');
    expect((await mailTo(server, email, 'Single sign-on was set up or changed')).text).toContain(`Provider: ${provider.issuer}`);
    await mailTo(server, email, 'Single sign-on was removed');
  }
  for (const { email } of [bu_admin, agent]) expect(await mailsTo(server, email)).toEqual([]);
});
