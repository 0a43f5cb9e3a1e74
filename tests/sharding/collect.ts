// Records each statement that the product sends in a test, and its origin; the end of the run checks them
// (globalSetup.ts).
import { appendFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import pg from 'pg';
import type { StatementRole } from './statementRules.ts';

export interface Collected {
  text: string;
  role: StatementRole;
  /** `server/areas/crm/tags/tags.service.ts, tagBatch` */
  source: string;
}

const root = join(import.meta.dirname, '..', '..');
const file = process.env.STATEMENTS_DIR && join(process.env.STATEMENTS_DIR, `${process.pid}.jsonl`);
const seen = new Set<string>();

type Query = (this: pg.Client, config: unknown, ...rest: unknown[]) => unknown;

/** Statements that open and end transactions, and settings. */
const ofNoTable = /^\s*(?:begin|commit|rollback|savepoint|set|reset|listen|unlisten|explain|vacuum|analyze)\b/i;

if (file) {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const query = prototype.query;
  prototype.query = function (config, ...rest) {
    const text = typeof config === 'string' ? config : (config as { text?: unknown })?.text;
    if (typeof text === 'string') collect(text, this.user ?? '');
    return query.call(this, config, ...rest);
  };
}

function collect(text: string, user: string) {
  const role = user === 'steward_app' ? 'app' : user === 'steward_operator' ? 'operator' : null;
  if (!role || !file || ofNoTable.test(text)) return;
  const plain = shortened(text);
  const key = `${role} ${plain}`;
  if (seen.has(key)) return;
  const source = sourceOf();
  if (source === null) return;
  seen.add(key);
  appendFileSync(file, `${JSON.stringify({ text: plain, role, source } satisfies Collected)}\n`);
}

/** Reduces many rows or values to one: statements that differ only in length count as the same. */
const shortened = (text: string) =>
  text.replace(/(\((?:\$\d+(?:, )?)+\))(?:, \((?:\$\d+(?:, )?)+\))+/g, '$1').replace(/\bin \((\$\d+)(?:, \$\d+)+\)/g, 'in ($1)');

/** The origin of a statement; null for a test's own. */
function sourceOf(): string | null {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 60;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  for (const line of stack.split('\n').slice(1)) {
    const [, name = '', path = ''] = /at (?:async )?(?:(.*?) \()?(?:file:\/\/)?(\/[^:)]+|[A-Z]:[^:)]+)/.exec(line) ?? [];
    const where = relative(root, path).replaceAll('\\', '/');
    if (!path || where.startsWith('..') || where.startsWith('node_modules') || passesOn.test(where)) continue;
    if (!where.startsWith('server/') || where.endsWith('.test.ts')) return null;
    return name ? `${where}, ${name.replace(/^Object\./, '')}` : where;
  }
  return 'unknown source';
}

const passesOn = /^(?:tests\/sharding\/collect|server\/kernel\/(?:context|db\/(?:eagerPool|database|copy)))\.ts$/;
