import { area } from '#app/area.ts';
import { invalidate } from '#app/queries.ts';
import { listCustomFields } from '#contract/customFields.ts';
import { listAgentflowStatuses, listSources, listStatuses } from '#contract/reference.ts';

export const referenceArea = area({
  onUpdate: {
    'reference.changed': () => void invalidate(listStatuses, listAgentflowStatuses, listSources, listCustomFields),
  },
});
