// Words of dial sessions that the browser needs without the schemas.
import { type GateReason, gateReasons } from './complianceLists.ts';

/** `ended` stays. */
export const dialSessionStates = ['running', 'paused', 'ended'] as const;
export type DialSessionState = (typeof dialSessionStates)[number];

/** Of a contact in a session. */
export const dialStates = ['waiting', 'current', 'called', 'skipped'] as const;
export type DialState = (typeof dialStates)[number];

const ownReasons = ['by_user', 'deleted', 'out_of_reach', 'no_number', 'called_since', 'call_back'] as const;

/** Why a contact was skipped or put back: ours, and those of the compliance gate. */
export const dialReasons = [...ownReasons, ...gateReasons] as [DialReason, ...DialReason[]];
export type DialReason = (typeof ownReasons)[number] | GateReason;

/** Contacts of one session. */
export const maxDialled = 5_000;
