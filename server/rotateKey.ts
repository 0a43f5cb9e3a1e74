// Moves everything that is sealed to the newest envelope key, company by company (docs/OPERATIONS.md).
import type { ResealParts } from '#kernel/secrets/reseal.ts';
import { allReseals } from './areas.ts';

interface Rotated {
  /** By what they are. */
  moved: Record<string, number>;
  /** Stored elsewhere than this process looks, or removed in the last moment. */
  missing: number;
}

/** Passes on until one finds nothing to move: whoever wrote under the old key meanwhile has ended by then. */
export async function rotateKey(parts: ResealParts): Promise<Rotated> {
  const moved: Record<string, number> = {};
  for (;;) {
    let [now, missing] = [0, 0];
    const companies = await parts.db.selectFrom('companies').select('company_id').orderBy('company_id').execute();
    for (const { company_id } of companies) {
      for (const [what, reseal] of Object.entries(allReseals)) {
        const done = await reseal(parts, company_id);
        moved[what] = (moved[what] ?? 0) + done.moved;
        now += done.moved;
        missing += done.missing;
      }
    }
    if (now === 0) return { moved, missing };
  }
}
