import { useQuery } from '@tanstack/react-query';
import { queryOf } from '#app/queries.ts';
import { listManageableBusinessUnits } from '#contract/users.ts';

export const useUnits = () => useQuery({ ...queryOf(listManageableBusinessUnits), staleTime: 600_000 }).data?.data ?? [];

/** A business unit's name; `All units` where a row is every unit's. */
export function UnitName({ id }: { id: number | null }) {
  const units = useUnits();
  return id === null ? 'All units' : units.find((unit) => unit.id === id)?.name;
}
