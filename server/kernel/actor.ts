// The actor: a user of a company, with their permissions and features.
import { type Feature, isOn, type Overrides } from '#contract/features.ts';
import type { Variant } from '#contract/lookups.ts';
import { allows, type Permission, type Role } from '#contract/permissions.ts';
import type { Step } from '#contract/steps.ts';
import { fail } from './errors.ts';

export interface Actor {
  userId: number;
  companyId: number;
  businessUnitId: number;
  role: Role;
  name: string;
  sessionId: number | null;
  /** The user who acts as this one: the first of the stack. */
  impersonatorId: number | null;
  /** The API key that acts as this user, a job that it started included. */
  apiKeyId: number | null;
  /** The step that this user must do before everything else; null for jobs, which an allowed call started. */
  missing: Step | null;
  /** Whether they signed in or gave their password within the last 15 minutes. */
  proved: boolean;
  /** Whether the role allows it. */
  has(permission: Permission): boolean;
  /** Whether it is switched on: for this user, else their company, else its variant. */
  mayUse(feature: Feature): boolean;
}

type Defaulted = 'missing' | 'proved' | 'apiKeyId';
type ActorParts = Omit<Actor, 'has' | 'mayUse' | Defaulted> & Partial<Pick<Actor, Defaulted>>;

/** The inputs that decide which features are on; without them none is. */
export interface Switches {
  variant: Variant;
  overrides: Overrides;
}

export function createActor(person: ActorParts, switches?: Switches): Actor {
  return {
    missing: null,
    proved: false,
    apiKeyId: null,
    ...person,
    // A user who acts as another may act as a further one: their right is checked again with every call.
    has: (permission) =>
      allows(person.role, permission) || (permission === 'users.impersonate' && person.impersonatorId !== null),
    mayUse: (feature) => switches !== undefined && isOn(feature, switches.variant, switches.overrides),
  };
}

/** For work that no endpoint guards, as a job's. */
export function mustBeOn(actor: Actor, feature: Feature) {
  if (!actor.mayUse(feature)) throw fail('feature_off');
}

export function mustHave(actor: Actor, permission: Permission) {
  if (!actor.has(permission)) throw fail('forbidden');
}
