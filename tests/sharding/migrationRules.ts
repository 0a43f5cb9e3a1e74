// Forms of migrations that Citus refuses, or that a company's tables must not have there.
import { as, type Fields, list, names, nodesOf, statementsOf } from './tree.ts';

/** The problems of a migration's text, in sentences; empty if a cluster runs it. */
export const migrationProblems = (text: string): string[] => statementsOf(text).flatMap(problemsOfStatement);

function problemsOfStatement(statement: Fields): string[] {
  const [type = '', fields] = Object.entries(statement)[0] ?? [];
  const rule = rules[type];
  return [...(rule?.(fields as Fields) ?? []), ...foreignKeys(fields)];
}

const rules: Record<string, (statement: Fields) => string[]> = {
  CreateTrigStmt: () => ['a trigger: what it would write is written by the app'],
  RuleStmt: () => ['a rule on a table'],
  MergeStmt: () => ['MERGE: use INSERT … ON CONFLICT'],
  CreateStmt: ({ inhRelations, partbound, tableElts }) => [
    ...(inhRelations && !partbound ? ['INHERITS'] : []),
    ...columnsOf(tableElts).flatMap((column) => serial(column)),
  ],
  RenameStmt: ({ renameType }) => (renameType === 'OBJECT_TABCONSTRAINT' ? ['RENAME CONSTRAINT: drop it and add it anew'] : []),
  AlterTableStmt: ({ cmds }) => altered(list(cmds).map((cmd) => as(cmd, 'AlterTableCmd') ?? {})),
};

function altered(commands: Fields[]): string[] {
  const adds = commands.some(({ subtype }) => subtype === 'AT_AddConstraint');
  return [
    ...(adds && commands.length > 1 ? ['ADD CONSTRAINT together with something else: give it a statement of its own'] : []),
    ...commands.flatMap(({ subtype, name, def }) => {
      if (subtype === 'AT_AddColumn') return addedColumn(as(def, 'ColumnDef') ?? {});
      if (identityChanges.includes(String(subtype))) return ['changes an identity column'];
      if (subtype === 'AT_AddInherit') return ['INHERITS'];
      const alters = String(subtype).startsWith('AT_') && name === 'company_id' && subtype !== 'AT_SetNotNull';
      return alters ? ['alters company_id: rows would change their shard'] : [];
    }),
  ];
}

const identityChanges = ['AT_AddIdentity', 'AT_SetIdentity', 'AT_DropIdentity'];

function addedColumn(column: Fields): string[] {
  const types = list(column.constraints).map((constraint) => as(constraint, 'Constraint')?.contype);
  const refused = { CONSTR_IDENTITY: 'identity', CONSTR_CHECK: 'CHECK', CONSTR_UNIQUE: 'UNIQUE', CONSTR_PRIMARY: 'PRIMARY KEY' };
  return [
    ...Object.entries(refused).flatMap(([type, word]) =>
      types.includes(type) ? [`ADD COLUMN ${column.colname} with ${word}: add that in a statement of its own`] : [],
    ),
    ...serial(column),
    ...(column.colname === 'company_id' ? ['adds company_id later: a tenant table has it from the start'] : []),
  ];
}

const columnsOf = (elements: unknown): Fields[] =>
  list(elements).flatMap((element) => {
    const column = as(element, 'ColumnDef');
    return column ? [column] : [];
  });

function serial(column: Fields): string[] {
  const type = names((column.typeName as Fields | undefined)?.names).at(-1) ?? '';
  return /serial\d?$/.test(type) ? [`${column.colname} is ${type}: use bigint generated always as identity`] : [];
}

/** Anywhere: in CREATE TABLE, on a column, in ALTER TABLE. */
function foreignKeys(root: unknown): string[] {
  return Array.from(nodesOf(root, 'Constraint')).flatMap((constraint) => {
    const { contype, fk_del_action: onDelete, fk_upd_action: onUpdate, deferrable } = constraint;
    if (contype === 'CONSTR_ATTR_DEFERRABLE' || deferrable) return ['DEFERRABLE'];
    if (contype !== 'CONSTR_FOREIGN') return [];
    return [
      ...(onDelete === 'n' || onDelete === 'd' ? ['ON DELETE SET NULL or SET DEFAULT: the app does it'] : []),
      ...(onUpdate && onUpdate !== 'a' ? ['ON UPDATE: keys never change'] : []),
    ];
  });
}
