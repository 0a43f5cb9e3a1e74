import { expect, test } from 'vitest';
import { isSigned, signatureOf } from './twilio.signature.ts';

// The example of Twilio's documentation of webhook security.
const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
const form = new URLSearchParams({
  CallSid: 'CA1234567890ABCDE',
  Caller: '+14158675309',
  Digits: '1234',
  From: '+14158675309',
  To: '+18005551212',
});

test('the documented example has the documented signature', () => {
  expect(signatureOf('12345', url, form)).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=');
});

test('a changed address, field, token or signature is refused', () => {
  const signature = signatureOf('12345', url, form);
  expect(isSigned('12345', url, form, signature)).toBe(true);
  const changed = new URLSearchParams(form);
  changed.set('Digits', '1235');
  for (const [token, address, fields, given] of [
    ['12346', url, form, signature],
    ['12345', `${url}3`, form, signature],
    ['12345', url, changed, signature],
    ['12345', url, form, `${signature}=`],
    ['12345', url, form, ''],
    ['12345', url, form, undefined],
  ] as const)
    expect(isSigned(token, address, fields, given)).toBe(false);
});
