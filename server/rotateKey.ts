// Moves everything that is sealed to the newest envelope key, company by company (docs/OPERATIONS.md).
import type { ResealParts } from '#kernel/reseal.ts';
import { allReseals } from './areas.ts';

/** How many were moved, by what they are. Passes on until one finds nothing: whoever wrote under the old key meanwhile has ended by then. */
export async function rotateKey(parts: ResealParts): Promise<Record<string, number>> {
  const moved: Record<string, number> = {};
  for (;;) {
    const before = sum(moved);
    const companies = await parts.db.selectFrom('companies').select('company_id').orderBy('company_id').execute();
    for (const { company_id } of companies) {
      for (const [what, reseal] of Object.entries(allReseals))
        moved[what] = (moved[what] ?? 0) + (await reseal(parts, company_id));
    }
    if (sum(moved) === before) return moved;
  }
}

const sum = (moved: Record<string, number>) => Object.values(moved).reduce((total, count) => total + count, 0);
