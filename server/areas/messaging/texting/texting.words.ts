// Words of texts that the law or the carriers give a meaning (47 CFR 64.1200(a)(10)): exact after trimming,
// else a person reads them.

const stops = ['stop', 'quit', 'end', 'revoke', 'opt out', 'cancel', 'unsubscribe', 'stopall', 'stop all', 'optout', 'opt-out'];
const starts = ['start', 'unstop'];
const helps = ['help', 'info'];

/** `yes` is a START only of someone who is stopped. */
export type Keyword = 'stop' | 'start' | 'yes' | 'help';

export function keywordOf(body: string): Keyword | null {
  const word = body
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^[\s"'“”‘’.!]+|[\s"'“”‘’.!]+$/g, '');
  if (stops.includes(word)) return 'stop';
  if (starts.includes(word)) return 'start';
  if (helps.includes(word)) return 'help';
  return word === 'yes' ? 'yes' : null;
}

const refusals = [
  /\b(?:please|pls|just|must|can you|could you|would you)\s+(?:stop|quit|unsubscribe|cancel|end this)\b/,
  /\bstop\s+(?:it|this|that|now|please|text|texting|messag|contact|call|send|bother|harass)/,
  /\b(?:do\s*n[o']?t|don’t|never|no longer|not want)\b.{0,20}\b(?:text|messag|contact|call|write|bother|hear)/,
  /\b(?:remove|take|delete)\s+(?:me|my (?:number|phone))\b/,
  /\b(?:unsubscribe|opt\s*-?\s*(?:me\s+)?out|leave me alone|no more|not interested|wrong (?:number|person)|lose my number)\b/,
];

/** It may say that this person wants no more messages. */
export const soundsLikeStop = (body: string): boolean => {
  const text = body.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
  return refusals.some((refusal) => refusal.test(text));
};
