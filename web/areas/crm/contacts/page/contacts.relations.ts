import type { LinkRelation } from '#contract/linkRelations.ts';

/** The relation of a linked contact to the one on the page. */
export const relationWords: Record<LinkRelation, string> = {
  spouse: 'Spouse',
  household: 'Same household',
  child: 'Child',
  parent: 'Parent',
  caregiver: 'Caregiver',
  cared_for: 'Cared for by this contact',
  referral: 'Referred by this contact',
  referrer: 'Referred this contact',
};
