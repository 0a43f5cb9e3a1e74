// What one linked contact is to the other, each with what the other then is. No schemas: the browser uses this as it is.
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
