import { expect, test } from 'vitest';
import { cleanFileName } from './fileNames.ts';

test.each([
  ['Zoë’s policy.pdf', 'Zoë’s policy.pdf'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['..\\..\\boot.ini', '_.._boot.ini'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['a\r\nSet-Cookie: x=1\0.png', 'aSet-Cookie: x=1.png'],
  ['\ufeff \u200b\t', 'File'],
  ['...', 'File'],
  ['', 'File'],
  ['.htaccess', 'htaccess'],
  ['half \ud800 pair.txt', 'half \ufffd pair.txt'],
  ['👩‍👧 family.jpg', '👩‍👧 family.jpg'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
  ['x'.repeat(300), 'x'.repeat(200)],
])('%j is stored as %j', (given, stored) => {
  expect(cleanFileName(given)).toBe(stored);
  expect(cleanFileName(stored)).toBe(stored);
});
