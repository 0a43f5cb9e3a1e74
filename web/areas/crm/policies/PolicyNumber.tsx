// A number with all but its end hidden. Showing it whole is written to the audit log, so it happens only on request.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '#app/api.ts';
import type { Policy } from '#contract/policies.ts';
import classes from './ContactPolicies.module.css';
import { at, type PolicyList } from './policies.api.ts';
import { policyName } from './policies.labels.ts';

export function PolicyNumber({ contactId, row, of }: { contactId: number; row: Policy; of: PolicyList }) {
  const look = useMutation({ mutationFn: () => call(of.get, { params: at(contactId, row.id) }) });
  if (!row.number) return null;
  const shown = look.data && look.data.updated_at === row.updated_at ? look.data.number : undefined;
  return (
    <div className={classes.number}>
      <span className="figures">{shown ?? row.number.replace(/^•{5,}/, '••••')}</span>
      {row.can.see_number && (
        <Button
          variant="subtle"
          size="compact-xs"
          loading={look.isPending}
          aria-label={`${shown ? 'Hide' : 'Show'} the ${of.number.toLowerCase()} of ${policyName(row)}`}
          onClick={() => (shown ? look.reset() : look.mutate())}
        >
          {shown ? 'Hide' : 'Show'}
        </Button>
      )}
    </div>
  );
}
