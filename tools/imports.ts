// Finds the file of an import of ours.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as {
  imports: Record<string, string>;
};
const aliases = Object.entries(manifest.imports).map(([alias, folder]) => [
  alias.replace('*', ''),
  folder.replace(/^\.\/|\*$/g, ''),
]);

/** `importer`: a path from the root, with `/`; `path` as the import has it: relative, or with an alias of package.json. */
export function importedFile(importer: string, path: string): string {
  const [alias = '', folder = ''] = aliases.find(([start = '']) => path.startsWith(start)) ?? [];
  return normalize(alias ? folder + path.slice(alias.length) : join(dirname(importer), path)).replaceAll('\\', '/');
}
