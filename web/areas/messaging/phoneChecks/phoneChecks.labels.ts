import type { LineType, phoneCheckReasons, phoneCheckStates } from '#contract/phoneCheckLists.ts';

export const lineTypeWords: Record<LineType, string> = {
  mobile: 'Mobile',
  landline: 'Landline',
  voip: 'Internet line',
  toll_free: 'Toll-free',
  other: 'Another line',
  invalid: 'Not in use',
};

export const checkStateWords: Record<(typeof phoneCheckStates)[number], string> = {
  waiting: 'Waiting',
  checking: 'Checking',
  done: 'Done',
  failed: 'Failed',
};

export const checkStateTones = { waiting: 'gray', checking: 'blue', done: 'green', failed: 'red' } as const;

export const checkReasonWords: Record<(typeof phoneCheckReasons)[number], string> = {
  no_funds: 'The wallet does not cover it',
  unavailable: 'The carrier does not answer',
};
