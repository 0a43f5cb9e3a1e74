import { expect, test } from 'vitest';
import { type Compared, isLooser } from './compliance.strictness.ts';

const law: Compared = { kind: 'hours', state: 'FL', channels: ['call', 'text'], days: [0, 1, 2, 3, 4, 5, 6, 7], opens_at: '08:00', closes_at: '20:00', amount: null }; // biome-ignore format: one line
const own = (changes: Partial<Compared & { waived: boolean }>) => ({ ...law, waived: false, ...changes });
const counted: Compared = { ...law, kind: 'cap', days: [], opens_at: null, closes_at: null, amount: 3 };

test.each([
  ['the same', own({}), law, false],
  ['fewer hours', own({ opens_at: '09:00' }), law, false],
  ['closed', own({ opens_at: null, closes_at: null }), law, false],
  ['for the whole country', own({ state: '' }), law, false],
  ['more hours', own({ closes_at: '21:00' }), law, true],
  ['without Sundays', own({ days: [1, 2, 3, 4, 5, 6, 7] }), law, true],
  ['calls alone', own({ channels: ['call'] }), law, true],
  ['another state', own({ state: 'TX' }), law, true],
  ['nothing', own({ waived: true }), law, true],
  ['hours where the law closes', own({}), { ...law, opens_at: null, closes_at: null }, true],
  ['fewer messages', { ...counted, amount: 2, waived: false }, counted, false],
  ['more messages', { ...counted, amount: 4, waived: false }, counted, true],
  ['shorter retention', { ...counted, kind: 'retention_years', amount: 2, waived: false } as const, { ...counted, kind: 'retention_years' } as const, true], // biome-ignore format: one line
  ['longer retention', { ...counted, kind: 'retention_years', amount: 4, waived: false } as const, { ...counted, kind: 'retention_years' } as const, false], // biome-ignore format: one line
])('%s', (_, mine, theirs, looser) => {
  expect(isLooser(mine, theirs)).toBe(looser);
});
