import { policyNumberKey } from '#contract/kit/formats.ts';
import { resealTable } from '#kernel/secrets/reseal.ts';
import { policyNumber } from './policies.queries.ts';

export const resealPolicies = resealTable({
  table: 'policies',
  key: { id: 'bigint' },
  sealed: { number_sealed: policyNumber },
  blind: { column: 'number_blind', of: 'number_sealed', key: policyNumberKey },
});
