// The list of networks from which a company's people may sign in; sign-in and every call check it.
import { recheckSockets } from '#areas/identity/sessions/sessions.service.ts';
import type { Network } from '#contract/security.ts';
import { audit } from '#kernel/audit.ts';
import type { Tx } from '#kernel/context.ts';
import { constraintOf, hasCode } from '#kernel/db/database.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { tellAdministrators } from './security.mails.ts';
import { countNetworks, insertNetwork, isLetIn, lockNetworks, removeNetwork, writtenAsNetwork } from './security.queries.ts';

export { listNetworks } from './security.queries.ts';

/** Every call compares its address with all of them. */
export const maxNetworks = 100;

/** `address`: the actor's own; it must stay allowed. */
export async function createNetwork(
  tx: Tx,
  address: string,
  { network: given, note }: { network: string; note: string },
): Promise<Network> {
  const network = await networkOf(tx, given);
  await lockNetworks(tx);
  if ((await countNetworks(tx)) >= maxNetworks)
    throw wrong('network', `There are ${maxNetworks} networks already. Combine some of them`);
  try {
    const row = await insertNetwork(tx, { network, note });
    await mustStayIn(tx, address);
    recheckSockets(tx);
    await tellAdministrators(tx, { what: 'network added', of: row.network });
    await audit(tx, {
      action: 'networks.added',
      of: { type: 'network', id: row.id },
      after: { network: row.network, note: row.note },
    });
    return row;
  } catch (error) {
    if (hasCode(error, '23505') && constraintOf(error)?.includes('_network_key')) throw fail('networks.taken');
    throw error;
  }
}

export async function deleteNetwork(tx: Tx, address: string, id: number): Promise<void> {
  await lockNetworks(tx);
  await mustStayIn(tx, address); // another administrator may have removed the actor's network just now
  const removed = await removeNetwork(tx, id);
  if (!removed) throw fail('not_found');
  await mustStayIn(tx, address);
  recheckSockets(tx);
  await tellAdministrators(tx, { what: 'network removed', of: removed.network });
  const before = { network: removed.network, note: removed.note };
  await audit(tx, { action: 'networks.removed', of: { type: 'network', id }, before });
}

async function networkOf(tx: Tx, given: string): Promise<string> {
  const text = given.replace(/^::ffff:(?=\d+\.)/i, ''); // the form that a server on IPv6 sees for IPv4
  const network = /^[0-9a-f:.]{2,45}(?:\/\d{1,3})?$/i.test(text) ? await writtenAsNetwork(tx, text) : null;
  if (network === null) throw wrong('network', 'Enter an address or a network, as 203.0.113.7 or 203.0.113.0/24');
  return network;
}

async function mustStayIn(tx: Tx, address: string) {
  if (!(await isLetIn(tx, address))) throw fail('networks.locks_out');
}
