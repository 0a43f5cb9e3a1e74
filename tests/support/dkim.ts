// A DKIM signature, checked by hand (RFC 6376).
import { createHash, createPublicKey, verify } from 'node:crypto';

/** As a receiver would: relaxed/relaxed, the first signature. */
export function checkDkim(raw: string, pem: string) {
  const split = raw.indexOf('\r\n\r\n');
  const headers = raw
    .slice(0, split)
    .split(/\r\n(?![ \t])/)
    .map((line) => ({ name: line.slice(0, line.indexOf(':')).toLowerCase(), value: line.slice(line.indexOf(':') + 1) }));
  const relaxed = (value: string) =>
    value
      .replace(/\r\n/g, '')
      .replace(/[ \t]+/g, ' ')
      .trim();
  const signature = headers.find(({ name }) => name === 'dkim-signature')?.value ?? '';
  const tags = Object.fromEntries(
    relaxed(signature)
      .split(';')
      .map((tag) => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).replaceAll(' ', '')]),
  );
  const body = `${raw
    .slice(split + 4)
    .split('\r\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(?:\r\n)*$/, '')}\r\n`;
  const signed = (tags.h ?? '').toLowerCase().split(':');
  const covered = signed.map((name) => `${name}:${relaxed(headers.find((header) => header.name === name)?.value ?? '')}\r\n`);
  const unsigned = relaxed(signature.replace(/\bb=[\s\S]*?(?=;|$)/, 'b='));
  const bytes = Buffer.from(`${covered.join('')}dkim-signature:${unsigned}`, 'latin1');
  return {
    body: createHash('sha256').update(Buffer.from(body, 'latin1')).digest('base64') === tags.bh,
    signature: verify('sha256', bytes, createPublicKey(pem), Buffer.from(tags.b ?? '', 'base64')),
    domain: tags.d,
    selector: tags.s,
    signed,
  };
}
