// Puts the journal's entries about consents into plain words.
import { IconWritingSign } from '@tabler/icons-react';
import type { Teller, Telling, Told } from '#app/timelineTeller.ts';

export const consentTeller: Teller = { kind: 'consents', icon: IconWritingSign, tell };

const verbs: Record<string, string> = {
  consent_given: 'recorded a consent',
  consent_revoked: 'recorded that the consent was taken back',
  inquiry_recorded: 'recorded an inquiry',
};

function tell({ action, changes }: Told): Telling {
  const said = (field: string) => String(changes.find((change) => change.field === field)?.after ?? '');
  const channels = said('consent.channels').replace('email', 'e-mail');
  return { summary: `${verbs[action] ?? action}${channels && `: ${channels}`}`, lines: [said('consent.text')].filter(Boolean) };
}
