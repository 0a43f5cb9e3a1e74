// Puts the timeline's entries about calls into words.
import { IconPhoneCall } from '@tabler/icons-react';
import type { Teller } from '#app/timelineTeller.ts';
import type { CallOutcome } from '#contract/callLists.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import { clockOf } from './dialer.numbers.ts';

export const callTeller: Teller = {
  kind: 'calls',
  icon: IconPhoneCall,
  tell({ action, changes }) {
    const of = (field: string) => changes.find((change) => change.field === `call.${field}`)?.after;
    const [number, seconds] = [of('number'), Number(of('seconds'))];
    const lines = [
      number && formatPhone(String(number)),
      seconds > 0 && `Length: ${clockOf(seconds)}`,
      of('recorded') === true && 'Recorded: see Recordings',
      of('override') && `Called anyway: ${of('override')}`,
    ].filter((line) => typeof line === 'string' && line !== '') as string[];
    if (action === 'call_recorded') return { summary: 'recorded a call', lines };
    const words = of('direction') === 'inbound' ? inbound : outbound;
    return { summary: words[of('outcome') as CallOutcome] ?? 'had a call', lines };
  },
};

const outbound: Partial<Record<CallOutcome, string>> = {
  answered: 'called',
  no_answer: 'called, without an answer',
  busy: 'called: the line was busy',
  declined: 'called: the call was declined',
  cancelled: 'called, and hung up before an answer',
  failed: 'tried to call',
};
const inbound: Partial<Record<CallOutcome, string>> = {
  answered: 'answered a call',
  missed: 'missed a call',
  declined: 'declined a call',
  cancelled: 'missed a call',
  elsewhere: 'was called; a colleague answered',
  voicemail: 'got a voicemail',
};
