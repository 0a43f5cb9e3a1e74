// Areas import each other in one direction: a circle would make them one area. Read from the imports of their files.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Which areas each area imports: `crm/tags` → `crm/bulk` … Tests are ignored. */
function importsOfAreas(side: 'server' | 'web'): Map<string, Set<string>> {
  const areas = new Map<string, Set<string>>();
  for (const file of globSync(`${side}/areas/*/*/**/*.{ts,tsx}`, { cwd: root })) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const own = areaOf(file.slice(`${side}/areas/`.length));
    const others = areas.get(own) ?? new Set();
    areas.set(own, others);
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, path = ''] of text.matchAll(/(?:from|import\() ?'(?:#areas|#web\/areas)\/([^']+)'/g))
      if (areaOf(path) !== own) others.add(areaOf(path));
  }
  return areas;
}

const areaOf = (path: string) => path.split(/[\\/]/).slice(0, 2).join('/');

/** One circle, as `a → b → a`; null if there is none. */
function findCircle(areas: Map<string, Set<string>>): string | null {
  const done = new Set<string>();
  const walk = (area: string, way: string[]): string | null => {
    if (way.includes(area)) return [...way.slice(way.indexOf(area)), area].join(' → ');
    if (done.has(area)) return null;
    for (const other of areas.get(area) ?? []) {
      const circle = walk(other, [...way, area]);
      if (circle) return circle;
    }
    done.add(area);
    return null;
  };
  for (const area of areas.keys()) {
    const circle = walk(area, []);
    if (circle) return circle;
  }
  return null;
}

test('a circle is found', () => {
  expect(findCircle(new Map([['a', new Set(['b'])], ['b', new Set(['c'])], ['c', new Set(['b'])]]))).toBe('b → c → b'); // biome-ignore format: a graph in a line
});

test.each(['server', 'web'] as const)('the areas of the %s import each other in no circle', (side) => {
  const areas = importsOfAreas(side);
  expect(areas.size).toBeGreaterThan(10);
  expect(findCircle(areas)).toBeNull();
});
