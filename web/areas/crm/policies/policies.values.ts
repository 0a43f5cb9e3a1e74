// A policy as its form shows it.
import type { Policy } from '#contract/policies.ts';

export const valuesOf = (row: Policy | undefined) => ({
  carrier_id: row?.carrier?.id ?? null,
  product: row?.product ?? '',
  category_id: row?.category_id ?? null,
  /** Masked until it is replaced. */
  number: row?.number ?? '',
  status: row?.status ?? 'in_force',
  premium: row?.premium ?? '',
  premium_mode: row?.premium_mode ?? null,
  effective_date: row?.effective_date ?? null,
  renewal_date: row?.renewal_date ?? null,
  termination_date: row?.termination_date ?? null,
  agent: row?.agent ?? null,
  commission: row?.commission ?? '',
  beneficiaries: row?.beneficiaries ?? [],
});
export type PolicyValues = ReturnType<typeof valuesOf>;
