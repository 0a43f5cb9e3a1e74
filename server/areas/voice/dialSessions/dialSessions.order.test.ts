// The rules of the order, over all mixtures of contacts.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Candidate, passOver, verdictOn } from './dialSessions.order.ts';

const noon = '2026-11-23T17:00:00Z';
const evening = '2026-11-23T22:00:00Z';
const yes = { answer: 'yes', reason: null, until: null } as const;
const never = { answer: 'no', reason: 'do_not_contact', until: null } as const;
const later = (until: string, reason: 'hours' | 'cap' = 'hours') => ({ answer: 'later', reason, until }) as const;
const rosa: Candidate = { id: 1, contactId: 1, deleted: false, inReach: true, calledSince: false, decisions: [yes] };

describe('whose turn it is', () => {
  test.each([
    ['one who may be called', {}, { turn: 'now' }],
    ['one who was deleted', { deleted: true }, { turn: 'never', reason: 'deleted' }],
    ['one who is out of reach', { inReach: false }, { turn: 'never', reason: 'out_of_reach' }],
    ['a contact that somebody called meanwhile', { calledSince: true }, { turn: 'never', reason: 'called_since' }],
    ['one without a number', { decisions: [] }, { turn: 'never', reason: 'no_number' }],
    ['one who wants no calls', { decisions: [never] }, { turn: 'never', reason: 'do_not_contact' }],
    ['one who sleeps', { decisions: [later(noon)] }, { turn: 'later', reason: 'hours', until: noon }],
    ['one with a second number that may be called', { decisions: [never, yes] }, { turn: 'now' }],
    [
      'one with two numbers for later',
      { decisions: [later(evening, 'cap'), later(noon)] },
      { turn: 'later', reason: 'hours', until: noon },
    ],
    [
      'one with a number for later and a refused one',
      { decisions: [never, later(noon)] },
      { turn: 'later', reason: 'hours', until: noon },
    ],
  ] satisfies [string, Partial<Candidate>, object][])('%s', (_, about, verdict) => {
    expect(verdictOn({ ...rosa, ...about })).toEqual(verdict);
  });
});

const contact = fc.record({
  deleted: fc.boolean(),
  inReach: fc.boolean(),
  calledSince: fc.boolean(),
  decisions: fc.array(fc.constantFrom(yes, never, later(noon), later(evening)), { maxLength: 3 }),
});
const waiting = fc
  .array(contact, { maxLength: 12 })
  .map((all) => all.map((one, id): Candidate => ({ ...one, id, contactId: id })));

test('the first who may be called is found, each one before is skipped or put back, and nobody after is touched', () => {
  fc.assert(
    fc.property(waiting, (candidates) => {
      const { found, skipped, later: back } = passOver(candidates);
      const place = candidates.findIndex((one) => verdictOn(one).turn === 'now');
      expect(found).toEqual(candidates[place] ?? null);
      const before = place === -1 ? candidates : candidates.slice(0, place);
      expect([...skipped, ...back].map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(before.map(({ id }) => id));
      expect(back.map(({ id }) => id)).toEqual(back.map(({ id }) => id).toSorted((a, b) => a - b));
    }),
  );
});

test('a session goes through everybody: nobody is shown twice, nobody who may not be called is shown', () => {
  fc.assert(
    fc.property(waiting, (all) => {
      const shown: number[] = [];
      let queue = all;
      while (queue.length > 0) {
        const { found, skipped, later: back } = passOver(queue);
        if (!found) break;
        shown.push(found.id);
        const gone = new Set([found, ...skipped, ...back].map(({ id }) => id)); // those put back wait for their time
        queue = queue.filter(({ id }) => !gone.has(id));
      }
      expect(shown).toEqual(all.filter((one) => verdictOn(one).turn === 'now').map(({ id }) => id));
    }),
  );
});
