// Words of calls that the browser needs without the schemas.
export { type CallDirection, callDirections } from './fileRules.ts';

/** `ended` stays. */
export const callStates = ['ringing', 'active', 'ended'] as const;
export type CallState = (typeof callStates)[number];

/** How a call ended. `missed`: it rang here and nobody answered; `elsewhere`: another device or user answered. */
export const callOutcomes = [
  'answered',
  'no_answer',
  'busy',
  'declined',
  'cancelled',
  'missed',
  'elsewhere',
  'voicemail',
  'failed',
] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/** `paused`: it began and can be resumed. */
export const recordingStates = ['off', 'on', 'paused'] as const;
export type RecordingState = (typeof recordingStates)[number];

/** How a leader takes part in a call: hears both sides; the agent alone hears them too; both sides do. */
export const watchModes = ['listen', 'whisper', 'join'] as const;
export type WatchMode = (typeof watchModes)[number];

/** The present state of an agent's phone. */
export const phoneStates = ['offline', 'available', 'ringing', 'on_call'] as const;
export type PhoneState = (typeof phoneStates)[number];

/** Answers of `checkCall`, in the words of the product. */
export const callChecks = [
  'OK',
  'No valid device ready',
  'No valid call ready',
  'Invlaid phone number',
  'Over minutes allocated',
] as const;
export type CallCheck = (typeof callChecks)[number];

/** Problems that a user reports about a call's sound. */
export const feedbackIssues = ['audio-latency', 'choppy-audio', 'dropped-call', 'echo', 'noisy-call', 'one-way-audio'] as const;
export type FeedbackIssue = (typeof feedbackIssues)[number];

/** Characters of a number to call. */
export const dialLength = { min: 9, max: 16 } as const;
/** Seconds that an outbound call rings. */
export const ringSeconds = 60;
