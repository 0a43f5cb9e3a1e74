import { expect, test } from 'vitest';
import { isOfAnOffice, isVerified } from './sso.claims.ts';

const tenant = 'https://login.microsoftonline.com/8f2b4a1c-0d3e-4f5a-9b6c-7d8e9f0a1b2c/v2.0';
const google = 'https://accounts.google.com';
const elsewhere = 'https://login.example.com';

test.each([
  [elsewhere, { email_verified: true }, true],
  [elsewhere, { email_verified: 'true' }, false],
  [elsewhere, { xms_edov: true }, false],
  [elsewhere, {}, false],
  [tenant, { xms_edov: true }, true],
  [tenant, { xms_edov: '1' }, true],
  [tenant, { xms_edov: 0 }, false],
  [tenant, { xms_edov: true, email_verified: false }, false],
  [tenant, {}, false],
  ['https://login.microsoftonline.com/common/v2.0', { xms_edov: true }, false],
  [`https://evil.example/${tenant}`, { xms_edov: true }, false],
])('%s that says %j has verified the address: %s', (iss, said, verified) => {
  expect(isVerified({ iss, sub: '1', ...said })).toBe(verified);
});

test.each([
  [google, { hd: 'Harbor.test' }, true],
  [google, { hd: 'elsewhere.test' }, false],
  [google, {}, false],
  [google, { hd: ['harbor.test'] }, false],
  [elsewhere, {}, true],
])('%s that says %j lets in one of harbor.test: %s', (iss, said, ours) => {
  expect(isOfAnOffice({ iss, sub: '1', ...said }, ['harbor.test'])).toBe(ours);
});
