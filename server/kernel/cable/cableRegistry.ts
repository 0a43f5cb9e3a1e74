// The open sockets of this process, by company: a message concerns only one company.

import { setCableSockets } from '#kernel/ops/metrics.ts';
import type { Connection } from './cableConnection.ts';

export function createRegistry() {
  const companies = new Map<number, Set<Connection>>();
  let open = 0;
  return {
    /** A copy: the caller may drop connections during the loop. */
    all: () => [...companies.values()].flatMap((connections) => [...connections]),
    ofCompany: (companyId: number) => [...(companies.get(companyId) ?? [])],
    has: (connection: Connection) => companies.get(connection.actor.companyId)?.has(connection) ?? false,
    add(connection: Connection) {
      const { companyId } = connection.actor;
      companies.set(companyId, (companies.get(companyId) ?? new Set()).add(connection));
      setCableSockets(++open);
    },
    remove(connection: Connection) {
      const { companyId } = connection.actor;
      const neighbours = companies.get(companyId);
      if (!neighbours?.delete(connection)) return;
      if (neighbours.size === 0) companies.delete(companyId);
      setCableSockets(--open);
    },
  };
}
