// Chunks by who needs them. Left alone, each set of screens that share a module gets a chunk of its own: the contact
// list asked for 106, most under a kilobyte.
import { relative } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { build } from 'vite';

const publicPages = ['areas/identity/signIn/LoginPage.tsx', 'areas/public/legal/ContactUsPage.tsx'];
const frame = 'app/Shell.tsx';
const list = 'areas/crm/contacts/list/ContactListPage.tsx';
const contact = 'areas/crm/contacts/page/ContactPage.tsx';
const myDay = 'areas/desk/dashboard/DashboardPage.tsx';

/** Modules that the most screens need come first: a group takes its modules' imports along, unless an earlier one has them. */
const groups: Record<string, (by: ReadonlySet<string>) => boolean> = {
  public: (by) => by.size > 1 && publicPages.some((page) => by.has(page)),
  frame: (by) => by.has(frame),
  days: (by) => [list, contact, myDay].filter((screen) => by.has(screen)).length > 1,
  // Less shared, each of these would be loaded by screens that need a few of them.
  often: (by) => by.has(contact) && by.size >= 12,
  contact: (by) => by.has(contact) && by.size <= 2,
};

/** Adds the groups to those of the configuration. A first build, without them, shows which screen reaches which module. */
export const bundleGroups = (): Plugin => ({
  name: 'bundle-groups',
  apply: 'build',
  async config(config) {
    if (config.build?.write === false) return; // that first build
    const reached = await whoReaches(config.root ?? '.');
    const { output } = config.build?.rolldownOptions ?? {};
    const splitting = output && !Array.isArray(output) ? output.codeSplitting : undefined;
    if (typeof splitting !== 'object') throw new Error('the configuration names no groups');
    const named = [...(splitting.groups ?? [])];
    for (const [name, isMeant] of Object.entries(groups))
      named.push({ name, test: (id) => isMeant(reached.get(id) ?? new Set()) });
    splitting.groups = named.map((group, place) => ({ ...group, priority: named.length - place }));
  },
});

/** For each module that a chunk of the app may be split off with: the screens and dialogs that load it. */
async function whoReaches(root: string): Promise<Map<string, Set<string>>> {
  const configFile = `${root}/vite.config.ts`;
  const built = await build({ root, configFile, logLevel: 'silent', build: { write: false, minify: false, cssMinify: false } });
  const chunks = new Map<string, Rolldown.OutputChunk>();
  for (const part of (built as Rolldown.RolldownOutput).output) if (part.type === 'chunk') chunks.set(part.fileName, part);
  const reached = new Map<string, Set<string>>();
  const entries = [...chunks.values()].filter(({ facadeModuleId }) => facadeModuleId);
  for (const entry of entries) {
    const name = relative(root, entry.facadeModuleId ?? '');
    for (const chunk of withImports(entry, chunks))
      for (const id of chunk.moduleIds) reached.set(id, (reached.get(id) ?? new Set()).add(name));
  }
  for (const { facadeModuleId } of entries) reached.delete(facadeModuleId ?? ''); // in a group it could not be loaded by its name
  return reached;
}

function withImports(
  chunk: Rolldown.OutputChunk,
  chunks: Map<string, Rolldown.OutputChunk>,
  found = new Set<Rolldown.OutputChunk>(),
) {
  if (found.has(chunk)) return found;
  found.add(chunk);
  for (const name of chunk.imports) {
    const imported = chunks.get(name);
    if (imported) withImports(imported, chunks, found);
  }
  return found;
}
