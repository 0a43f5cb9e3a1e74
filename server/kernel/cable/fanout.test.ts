import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packPayloads, type StreamMessage } from './fanout.ts';

const refuse = ({ stream }: StreamMessage) => {
  throw new Error(`${stream} was left out`);
};

test('payloads stay below what NOTIFY takes and hold every message in order', () => {
  const message = fc.record({ stream: fc.string({ maxLength: 40 }), message: fc.string({ unit: 'grapheme', maxLength: 900 }) });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 60 }), (messages) => {
      const payloads = packPayloads(messages, refuse);
      for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
      const unpacked = payloads.flatMap((payload) => JSON.parse(payload) as [string, unknown][]);
      expect(unpacked).toEqual(messages.map(({ stream, message }) => [stream, message]));
    }),
  );
});

test('a message larger than a payload is left out, and the rest goes', () => {
  const leftOut: StreamMessage[] = [];
  const large = { stream: 's', message: 'x'.repeat(8_000) };
  const payloads = packPayloads([{ stream: 'a', message: 1 }, large, { stream: 'b', message: 2 }], (one) => leftOut.push(one));
  expect([payloads, leftOut]).toEqual([['[["a",1],["b",2]]'], [large]]);
});
