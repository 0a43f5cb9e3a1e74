// The kinds of the timeline: every action that the code writes to the journal of contacts is of one kind.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allTimelineKinds } from '../server/areas.ts';

/** Read in the entry `merged` of the contact that stayed. */
const hidden = ['merged_away'];

const listed = allTimelineKinds.flatMap(({ actions }) => [...actions]);

test('a kind has a name of its own, and an action is of one kind', () => {
  const names = allTimelineKinds.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(listed).size).toBe(listed.length);
});

test('every action that the code writes is of a kind', () => {
  const written = globSync('server/areas/**/*.ts', { cwd: new URL('..', import.meta.url) })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
      const calls = [...text.matchAll(/journal\(tx, \{(.*?)\}\)/gs)].flatMap(([, call = '']) => [
        ...(/action: (.*)/.exec(call)?.[1] ?? '').matchAll(/(?<!=== )'(\w+)'/g),
      ]);
      const statements = [...text.matchAll(/insert into contact_changes[^`']*?select [^`']*?, '(\w+)',/g)];
      return [...calls, ...statements].map(([, action = '']) => action);
    });
  expect(new Set(written).size).toBeGreaterThan(12);
  expect([...new Set(written)].filter((action) => !listed.includes(action) && !hidden.includes(action))).toEqual([]);
});
