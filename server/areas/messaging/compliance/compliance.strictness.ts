// Whether a rule of the company allows more than the law's rule in whose place it stands.
import type { RuleCreate } from '#contract/complianceRules.ts';

export type Compared = Pick<RuleCreate, 'kind' | 'state' | 'channels' | 'days' | 'opens_at' | 'closes_at' | 'amount'>;

export function isLooser(own: Compared & { waived: boolean }, law: Compared): boolean {
  if (own.waived || own.kind !== law.kind) return true;
  const narrower = (own.state !== '' && own.state !== law.state) || !covers(own.channels, law.channels);
  if (narrower) return true;
  if (own.kind === 'hours') return !covers(own.days, law.days) || opensLonger(own, law);
  if (own.kind === 'retention_years' || own.kind === 'recording_years') return (own.amount ?? 0) < (law.amount ?? 0);
  if (own.kind === 'disclaimer') return true; // nobody can compare two texts
  return (own.amount ?? 0) > (law.amount ?? 0);
}

const covers = <T>(own: readonly T[], law: readonly T[]) => law.every((each) => own.includes(each));

function opensLonger(own: Compared, law: Compared): boolean {
  if (own.opens_at === null || own.closes_at === null) return false;
  if (law.opens_at === null || law.closes_at === null) return true;
  return own.opens_at < law.opens_at || own.closes_at > law.closes_at;
}
