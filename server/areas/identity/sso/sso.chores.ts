// Asks providers about sessions without recent calls: an open tab, a stolen cookie.
import { sql } from 'kysely';
import { loadActor } from '#kernel/actors.ts';
import type { Chore } from '#kernel/jobs/housekeeping.ts';
import { stillStands } from './sso.service.ts';

/** Minutes. */
const within = 50;
/** Sessions in one round, the longest unchecked first; the rest follow in the next round. */
const maxSessions = 2_000;
/** Milliseconds of one round. */
const longest = 60_000;

export const ssoChores: Chore[] = [
  {
    name: 'end sessions that ended at their provider',
    async run(db, platform) {
      const due = await db
        .selectFrom('sso_sessions as o')
        .innerJoin('sso_connections as c', (join) =>
          join.onRef('c.company_id', '=', 'o.company_id').onRef('c.issuer', '=', 'o.issuer'),
        )
        .innerJoin('sessions as s', (join) => join.onRef('s.company_id', '=', 'o.company_id').onRef('s.id', '=', 'o.session_id'))
        .select(['s.company_id', 's.id', 's.user_id'])
        .where('c.follows_provider', '=', true)
        .where('s.revoked_at', 'is', null)
        .where('s.expires_at', '>', sql<string>`now()`)
        .where('o.checked_at', '<', sql<string>`now() - make_interval(mins => ${within})`)
        .orderBy('o.checked_at')
        .limit(maxSessions)
        .execute();
      const until = performance.now() + longest;
      for (const { company_id, id, user_id } of due) {
        if (performance.now() > until) break; // a provider that does not answer delays no other chore
        const actor = await loadActor(platform, company_id, user_id, null);
        if (actor) await stillStands({ platform, clock: platform.clock, log: platform.log, actor }, id, within);
      }
    },
  },
];
