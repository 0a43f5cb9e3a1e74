// Groups of server areas are floors: an area imports from its own floor and from those below it. Part of `npm run check`.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** From the ground up (docs/ARCHITECTURE.md). */
export const floors = ['company', 'identity', 'money', 'crm', 'desk', 'messaging', 'voice', 'office'];

const root = join(import.meta.dirname, '..');

/** A line for each import that goes up, and for each group that has no floor. */
export function importsGoingUp(): string[] {
  const files = globSync('server/areas/*/*/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  return files.flatMap((file) => {
    const group = file.split(/[\\/]/)[2] ?? '';
    if (!floors.includes(group)) return [`${file}: the group ${group} has no floor in tools/floors.ts`];
    const imported = [...readFileSync(join(root, file), 'utf8').matchAll(/from '#areas\/((\w+)\/\S+)'/g)];
    return imported
      .filter(([, , other = '']) => floors.indexOf(other) > floors.indexOf(group))
      .map(([, path = '']) => `${file} imports ${path}: ${group} is below ${path.split('/')[0]}`);
  });
}
