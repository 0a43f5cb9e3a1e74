import { expect, test } from 'vitest';
import { typeOf } from './fileTypes.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

test.each<[string, string, Buffer | string]>([
  ['application/pdf', 'flyer.png', '%PDF-1.7\n%âãÏÓ'],
  ['image/png', 'logo.pdf', hex('89504e47 0d0a1a0a 0000000d')],
  ['image/jpeg', 'photo', hex('ffd8ffe0 00104a46')],
  ['image/gif', 'a.gif', 'GIF89a'],
  ['image/webp', 'a.webp', hex('52494646 24000000 57454250')],
  ['image/heic', 'a.heic', hex('00000018 66747970 68656963')],
  ['image/avif', 'a.avif', hex('0000001c 66747970 61766966')],
  ['audio/wav', 'call.wav', hex('52494646 24000000 57415645')],
  ['audio/mpeg', 'call.mp3', hex('49443304 00000000')],
  ['audio/mpeg', 'call.mp3', hex('fffb9064 00000000')],
  ['video/mp4', 'a.mp4', hex('00000018 66747970 69736f6d')],
  ['application/gzip', 'a.gz', hex('1f8b0800')],
  ['application/zip', 'a.zip', hex('504b0304 14000000')],
  ['text/csv', 'leads.csv', 'Name,Phone\nZoë,305\n'],
  ['text/csv', 'leads.CSV', Buffer.from('\ufeffName\tPhone\n', 'utf16le')],
  ['text/csv', 'latin.csv', Buffer.from('Name\nMuñoz\n', 'latin1')],
  ['text/plain', 'notes', 'Call her on Monday.'],
  ['text/vcard', 'rosa.vcf', 'BEGIN:VCARD\n'],
  ['text/html', 'logo.csv', '\ufeff <!DOCTYPE html><script>alert(1)</script>'],
  ['image/svg+xml', 'logo.txt', '<?xml version="1.0"?><svg onload="alert(1)">'],
  ['text/xml', 'a.csv', '<?xml version="1.0"?><rows/>'],
  ['application/octet-stream', 'leads.csv', hex('00010203 04050607')],
  ['application/octet-stream', 'leads.csv', ''],
])('%s is known by its content, whatever it is called (%s)', (type, name, content) => {
  expect(typeOf(Buffer.from(content as string), name)).toBe(type);
});
