// How the carrier names our users' phones, and what it does for a leader who takes part in a call.
import type { WatchMode } from '#contract/callLists.ts';

/** Null: no user's phone. */
export function personOf(from: string): { companyId: number; userId: number } | null {
  const [, company, user] = /^client:c(\d{1,15})-u(\d{1,15})$/.exec(from) ?? [];
  return company && user ? { companyId: Number(company), userId: Number(user) } : null;
}

export const isMutedIn = (mode: WatchMode) => mode === 'listen';
