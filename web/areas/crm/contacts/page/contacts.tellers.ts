// The areas that tell their own entries of the timeline, listed by hand; what no teller tells, contacts.history.ts does.
import type { Teller } from '#app/timelineTeller.ts';
import { captureTeller } from '#web/areas/crm/dataCapture/dataCapture.teller.ts';
import { fileTeller } from '#web/areas/crm/files/files.teller.ts';
import { policyTeller } from '#web/areas/crm/policies/policies.teller.ts';
import { eventTeller } from '#web/areas/desk/calendar/calendar.teller.ts';
import { taskTeller } from '#web/areas/desk/tasks/tasks.teller.ts';
import { consentTeller } from '#web/areas/messaging/compliance/compliance.teller.ts';
import { mailTeller, textTeller } from '#web/areas/messaging/sends/sends.teller.ts';
import { callTeller } from '#web/areas/voice/dialer/calls.teller.ts';
import { emailTeller } from './contacts.emails.teller.ts';
import { linkTeller } from './contacts.links.teller.ts';

export const tellers = new Map<string, Teller>(
  [
    captureTeller,
    policyTeller,
    fileTeller,
    linkTeller,
    emailTeller,
    taskTeller,
    eventTeller,
    mailTeller,
    textTeller,
    consentTeller,
    callTeller,
  ].map((teller) => [teller.kind, teller]),
);
