// Moves all sealed data to the newest envelope key, company by company (docs/OPERATIONS.md).
import type { ResealParts } from '#kernel/secrets/reseal.ts';
import { allReseals } from './areas.ts';

interface Rotated {
  /** Counts by kind. */
  moved: Record<string, number>;
  /** Files that are not in this process's storage, or were removed just now. */
  missing: number;
}

/** Repeats until a pass finds nothing: processes that wrote under the old key have ended by then. */
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
