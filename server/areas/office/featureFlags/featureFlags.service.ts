// Which features a company and its users have, and switching them. The answer to "is it on?" is the kernel's (contract/features.ts).
import { recheckSockets } from '#areas/identity/sessions/sessions.service.ts';
import { type FeatureFlag, type FeatureFlagUpdate, type FeatureInfo, maxFlagUsers } from '#contract/featureFlags.ts';
import { type Feature, featureNames, features, isOnIn, permissionOf } from '#contract/features.ts';
import { audit } from '#kernel/audit.ts';
import { mustHave, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { hasUser, listOverrides, listUserOverrides, variantOf, writeOverride } from './featureFlags.queries.ts';

/** The user id of the company's own overrides. */
const forCompany = 0;

export async function listFeatures(tx: Tx) {
  const [company, own] = [await listOverrides(tx, forCompany), await listOverrides(tx, tx.actor.userId)];
  const data = featureNames.map((name): FeatureInfo => {
    const { title, about } = features[name];
    const decided_by = own.has(name) ? 'user' : company.has(name) ? 'company' : 'variant';
    return { name, title, about, on: tx.actor.mayUse(name), decided_by };
  });
  return { data };
}

export async function listFeatureFlags(tx: Tx) {
  const [variant, company] = [await variantOf(tx), await listOverrides(tx, forCompany)];
  const users = await listUserOverrides(tx, maxFlagUsers);
  const data = featureNames.map((feature): FeatureFlag => {
    const { title, about } = features[feature];
    const byDefault = isOnIn(variant, feature);
    const chosen = company.get(feature) ?? null;
    const differing = users.filter((user) => user.feature === feature);
    return {
      feature,
      title,
      about,
      variant: byDefault,
      company: chosen,
      on: chosen ?? byDefault,
      users: differing.map(({ id, name, enabled }) => ({ id, name, enabled })),
      users_count: differing[0]?.total ?? 0,
      can: { update: maySwitch(tx, feature) },
    };
  });
  return { data };
}

export async function updateFeatureFlag(tx: Tx, { feature, user_id, enabled }: FeatureFlagUpdate): Promise<FeatureFlag> {
  const permission = permissionOf(feature);
  if (permission) mustHave(tx.actor, permission);
  if (user_id !== null && !(await hasUser(tx, user_id))) throw fail('not_found');
  const before = (await listOverrides(tx, user_id ?? forCompany)).get(feature) ?? null;
  if (before !== enabled) {
    await writeOverride(tx, feature, user_id ?? forCompany, enabled);
    const of = user_id === null ? { type: 'company', id: tx.companyId } : { type: 'user', id: user_id };
    await audit(tx, { action: 'features.updated', of, before: { [feature]: before }, after: { [feature]: enabled } });
    tx.tell({ event: 'features.changed' }, { to: 'features.manage' });
    tx.tell({ event: 'me.changed' }, { to: user_id === null ? 'company' : [user_id] });
    if (feature === 'call_centre') recheckSockets(tx); // it decides over a channel
  }
  const { data } = await listFeatureFlags(tx);
  const flag = data.find((each) => each.feature === feature);
  if (!flag) throw fail('not_found');
  return flag;
}

function maySwitch({ actor }: Tx, feature: Feature): boolean {
  const permission = permissionOf(feature);
  return actor.impersonatorId === null && (permission === undefined || actor.has(permission));
}
