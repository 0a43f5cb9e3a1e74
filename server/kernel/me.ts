// The areas' fields of the signed-in user (GET /v1/users/me). Each area lists its parts (`me:` in its
// declaration); the area users reads them all.
import type { Me } from '#contract/me.ts';
import type { Permission } from '#contract/permissions.ts';
import type { Actor } from './actor.ts';
import type { Tx } from './tx.ts';

export interface MePart<Fields extends Partial<Me> = Partial<Me>> {
  /** The fields without data: for a user with a missing step, without the permission, or while a colleague or an API key acts as the user (`oneself`). */
  empty: Fields;
  permission?: Permission;
  oneself?: true;
  /** One query: every page load waits for it. All parts are read side by side in one transaction. */
  read(tx: Tx): Promise<Fields>;
}

/** `mePart({ empty: { api_keys: [] }, oneself: true, read: async (tx) => ({ api_keys: await listKeys(tx) }) })` */
export const mePart = <Fields extends Partial<Me>>(part: MePart<Fields>): MePart => part as MePart;

export async function readMeParts(tx: Tx, parts: readonly MePart[]): Promise<Partial<Me>> {
  const read = parts.map((part) => (isOpen(tx.actor, part) ? part.read(tx) : part.empty));
  return Object.assign({}, ...(await Promise.all(read)));
}

const isOpen = (actor: Actor, { permission, oneself }: MePart) =>
  actor.missing === null && (!permission || actor.has(permission)) && !(oneself && !isOneself(actor));
const isOneself = ({ impersonatorId, apiKeyId }: Actor) => impersonatorId === null && apiKeyId === null;
