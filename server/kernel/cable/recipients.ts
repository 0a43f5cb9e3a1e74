// Who hears what is told. Decided in the transaction that tells it, held against every connection in cable.ts.
import type { Permission } from '#contract/permissions.ts';
import type { Actor } from '#kernel/context.ts';

/** The whole company, everybody with a permission, or users by id. */
export type Recipients = 'company' | Permission | number[];

/** Ids of one message: those of more users would not fit into a NOTIFY. */
const mostIds = 400;

export function isRecipient(actor: Actor, to: Recipients | undefined): boolean {
  if (to === undefined) return false;
  if (Array.isArray(to)) return to.includes(actor.userId);
  return to === 'company' || actor.has(to);
}

/** The same recipients in parts that can be carried; none where nobody is to hear. */
export function inParts(to: Recipients): Recipients[] {
  if (!Array.isArray(to)) return [to];
  const ids = [...new Set(to)];
  return Array.from({ length: Math.ceil(ids.length / mostIds) }, (_, part) => ids.slice(part * mostIds, (part + 1) * mostIds));
}
