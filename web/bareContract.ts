// The contract as the browser has it: endpoints by how they are called, lists as they are. Schemas stay on the server, which parses
// whatever comes in and goes out; they and their library would be a tenth of the first page. Asking for one fails the build.
import type { Plugin } from 'vite';
import { isEndpoint } from '../contract/kit/endpoint.ts';

const folder = new URL('../contract/', import.meta.url);
const path = decodeURI(folder.pathname);

export const bareContract = (): Plugin => ({
  name: 'bare-contract',
  async load(id) {
    if (!id.startsWith(path)) return null;
    // Node runs it as the server does; the moment has it read a changed file anew.
    const module: object = await import(`${new URL(id.slice(path.length), folder)}?${Date.now()}`);
    const exports = Object.entries(module);
    // One without schemas travels as it is written, its functions too.
    if (!exports.some(([, value]) => isEndpoint(value) || isSchema(value))) return null;
    return exports.flatMap(([name, value]) => bare(name, value)).join('\n');
  },
});

function bare(name: string, value: unknown): string[] {
  if (isSchema(value)) return [];
  const called = isEndpoint(value) && { method: value.method, path: value.path, kind: value.kind, once: value.once };
  const text = JSON.stringify(called || value);
  return text === undefined ? [] : [`export const ${name} = ${text};`];
}

const isSchema = (value: unknown) => typeof value === 'object' && value !== null && '_zod' in value;
