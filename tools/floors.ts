// Part of `npm run check`: imports may not go up from one floor of areas to another, or run in a circle.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importedFile } from './imports.ts';

/** The groups of server areas from the ground up: an area imports from its own floor and those below (docs/ARCHITECTURE.md). */
export const floors = ['company', 'identity', 'money', 'crm', 'desk', 'messaging', 'voice', 'office'];

const root = join(import.meta.dirname, '..');

/** A line for each import that goes up, each group without a floor, and each circle. */
export function misplacedImports(): string[] {
  const files = globSync(
    ['contract', 'server', 'web', 'tools'].map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root, exclude: (name) => name === 'node_modules' || name === 'dist' },
  ).map((name) => name.replaceAll('\\', '/'));
  const imports = new Map(
    files
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .map((file) => [file, importsOf(file, readFileSync(join(root, file), 'utf8'))]),
  );
  return [...goingUp(imports), ...circles(imports).map((circle) => `a circle: ${circle.join(' → ')}`)];
}

type Imports = Map<string, string[]>;

/** Types count; a part that is loaded later, by `import()`, does not: the router names its screens so. */
function importsOf(file: string, text: string): string[] {
  const paths = text.matchAll(/^(?:import|export) [^;'"]*?from '([#.][^']+)'|^import '([#.][^']+)'/gm);
  return [...paths].map(([, from, only]) => importedFile(file, from ?? only ?? ''));
}

const groupOf = (file: string) => /^server\/areas\/(\w+)\/\w+\//.exec(file)?.[1];

function goingUp(imports: Imports): string[] {
  return [...imports].flatMap(([file, imported]) => {
    const group = groupOf(file);
    if (!group) return [];
    if (!floors.includes(group)) return [`${file}: the group ${group} has no floor in tools/floors.ts`];
    const higher = (other: string) => floors.indexOf(groupOf(other) ?? group) > floors.indexOf(group);
    return imported.filter(higher).map((other) => `${file} imports ${other}: ${group} is below ${groupOf(other)}`);
  });
}

/** A walk in depth: an import of a file that is still being walked closes a circle. */
function circles(imports: Imports): string[][] {
  const found: string[][] = [];
  const walked = new Set<string>();
  const path: string[] = [];
  const walk = (file: string) => {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file]);
    if (walked.has(file)) return;
    walked.add(file);
    path.push(file);
    for (const other of imports.get(file) ?? []) walk(other);
    path.pop();
  };
  for (const file of imports.keys()) walk(file);
  return found;
}
