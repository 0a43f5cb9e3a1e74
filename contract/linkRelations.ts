// Relations of linked contacts, each with its opposite. No schemas: the browser uses this file as it is.
export const oppositeRelation = {
  spouse: 'spouse',
  household: 'household',
  child: 'parent',
  parent: 'child',
  caregiver: 'cared_for',
  cared_for: 'caregiver',
  referral: 'referrer',
  referrer: 'referral',
} as const;
export type LinkRelation = keyof typeof oppositeRelation;
export const linkRelations = Object.keys(oppositeRelation) as [LinkRelation, ...LinkRelation[]];
