import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textStatuses } from '#kernel/telephony/telephony.ts';
import { meaningOf, readTextCall, textCallForm } from './twilio.texts.ts';

const sid = `SM${'0'.repeat(32)}`;
const read = (fields: Record<string, string>) => readTextCall(Buffer.from(new URLSearchParams(fields).toString()));

test('a text that came in: numbers in ten digits, its pictures, and whether the carrier has answered it', () => {
  expect(
    read({ MessageSid: sid, From: '+17865550142', To: '13055550120', Body: 'Hi', NumMedia: '2', MediaUrl0: 'https://a', MediaUrl1: '' }),
  ).toEqual({
    kind: 'received',
    text: { id: sid, from: '7865550142', to: '3055550120', body: 'Hi', media: ['https://a'], isAnswered: false },
  }); // biome-ignore format: one line
  expect(read({ MessageSid: sid, From: '+17865550142', To: '+13055550120', Body: 'STOP', OptOutType: 'STOP' })).toMatchObject({
    text: { isAnswered: true },
  });
  expect(read({ MessageSid: sid, From: '+44 20 7946 0958', To: '+13055550120' })).toMatchObject({
    text: { from: '+442079460958', body: '', media: [] },
  });
});

test.each([
  ['21610', 'stopped'],
  ['21614', 'landline'],
  ['30006', 'landline'],
  ['21211', 'dead'],
  ['30034', 'unregistered'],
  ['30003', null],
])('a report with code %s means: %s', (ErrorCode, means) => {
  expect(read({ MessageSid: sid, MessageStatus: 'undelivered', ErrorCode })).toEqual({
    kind: 'report',
    report: { id: sid, status: 'undelivered', code: ErrorCode, means },
  });
});

test.each([
  ['no name', { From: '+17865550142', To: '+13055550120' }],
  ['an odd name', { MessageSid: 'odd', From: '+17865550142', To: '+13055550120' }],
  ['a call', { CallSid: 'CA1', From: '+17865550142', To: '+13055550120' }],
  ['too long a text', { MessageSid: sid, From: '+17865550142', To: '+13055550120', Body: 'x'.repeat(10_001) }],
  ['nothing', {}],
])('%s says nothing', (_, fields) => {
  expect(read(fields as Record<string, string>)).toBeNull();
});

const aSid = fc.stringMatching(/^(SM|MM)[0-9a-f]{32}$/);
const aNumber = fc.stringMatching(/^[2-9]\d{9}$/);
const aText = fc.record({
  id: aSid,
  from: aNumber,
  to: aNumber,
  body: fc.string({ unit: 'grapheme', maxLength: 200 }),
  media: fc.array(fc.webUrl(), { maxLength: 10 }),
  isAnswered: fc.boolean(),
});
const aReport = fc
  .record({ id: aSid, status: fc.constantFrom(...textStatuses), code: fc.constantFrom(null, '21610', '30003', '30006') })
  .map((report) => ({ ...report, means: meaningOf(report.code) }));

test('what the demo’s carrier writes is read as it was', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        aText.map((text) => ({ kind: 'received' as const, text })),
        aReport.map((report) => ({ kind: 'report' as const, report })),
      ),
      (call) => {
        expect(readTextCall(Buffer.from(textCallForm(call).toString()))).toEqual(call);
      },
    ),
  );
});
