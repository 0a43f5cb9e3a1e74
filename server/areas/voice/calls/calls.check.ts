// Asked before a call: whether the phone is ready, minutes are left, and the gate lets this person be called.
// Calling decides again.

import { mustReachContact } from '#areas/crm/contacts/contacts.service.ts';
import { findNumber } from '#areas/messaging/phoneNumbers/phoneNumbers.service.ts';
import type { checkCall as CheckCall } from '#contract/dialer.ts';
import type { AnswerOf, InputOf } from '#contract/kit/endpoint.ts';
import { errorCodes } from '#contract/kit/errors.ts';
import { normalPhone } from '#contract/kit/formats.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { findContactOf, findWithNumber } from './calls.contacts.ts';
import { decideOnCall, mayOverride } from './calls.gate.ts';
import { findLine, refusalOfQuota } from './calls.quota.ts';

type Answer = AnswerOf<typeof CheckCall>;
type Asked = InputOf<typeof CheckCall>['body'];

const refused = (result: Answer['result'], message: string): Answer => ({ result, message, decision: null, may_override: false });

export async function checkCall(ctx: Ctx, asked: Asked): Promise<Answer> {
  if (!ctx.platform.voice) return refused('No valid device ready', errorCodes['calls.not_configured'].text);
  return inTenant(ctx, (tx) => check(tx, asked));
}

async function check(tx: Tx, { phone_number, contact_id }: Asked): Promise<Answer> {
  if (contact_id !== null) await mustReachContact(tx, contact_id);
  const { userId } = tx.actor;
  const number = normalPhone(phone_number);
  if (number === '') return refused('Invlaid phone number', 'This is not a US phone number.');
  if (!(await findLine(tx, userId))) return refused('No valid device ready', errorCodes['calls.not_allowed'].text);
  if (await findNumber(tx, number)) return refused('OK', '');
  const lack = await refusalOfQuota(tx, userId);
  if (lack !== null) return refused('Over minutes allocated', lack);
  const named = contact_id === null ? null : await findWithNumber(tx, contact_id, number);
  const contact = named ?? (await findContactOf(tx, number)) ?? (await findContactOf(tx, number, { company: true }));
  const decided = await decideOnCall(tx, { contactId: contact?.id ?? null, number });
  return { result: 'OK', message: '', decision: decided, may_override: mayOverride(decided) };
}
