// Recipients of a message. Chosen in the transaction that sends it, compared with every connection in cable.ts.
import type { Permission } from '#contract/permissions.ts';
import type { Actor } from '#kernel/actor.ts';

/** The whole company, everyone with a permission, or users by id. */
export type Recipients = 'company' | Permission | number[];

/** Maximum ids in one message: more would not fit into a NOTIFY. */
const maxIds = 400;

export function isRecipient(actor: Actor, to: Recipients | undefined): boolean {
  if (to === undefined) return false;
  if (Array.isArray(to)) return to.includes(actor.userId);
  return to === 'company' || actor.has(to);
}

/** The same recipients in parts that fit; none if nobody is to get the message. */
export function inParts(to: Recipients): Recipients[] {
  if (!Array.isArray(to)) return [to];
  const ids = [...new Set(to)];
  return Array.from({ length: Math.ceil(ids.length / maxIds) }, (_, part) => ids.slice(part * maxIds, (part + 1) * maxIds));
}
