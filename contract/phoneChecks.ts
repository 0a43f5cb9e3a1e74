// Checks of phone numbers: the carrier says which kind of line it is, and whether it exists. They cost money, and texts depend on them.
import { z } from 'zod';
import { BulkAction } from './bulk.ts';
import { Selection } from './contactsScope.ts';
import { MoneyText } from './kit/amounts.ts';
import { ById, endpoint, Id, Line, List, Paged, paces } from './kit/endpoint.ts';
import { normalPhone } from './kit/formats.ts';
import { orderOf, pageOf } from './kit/paging.ts';
import { lineTypes, phoneCheckReasons, phoneCheckStates } from './phoneCheckLists.ts';
import { Person } from './users.ts';

const found = {
  /** Null: not known yet. */
  line_type: z.enum(lineTypes).nullable(),
  carrier: z.string(),
};

export const PhoneCheck = z
  .object({
    id: Id,
    phone_number: z.string(),
    contact: Person,
    asked_by: Person,
    state: z.enum(phoneCheckStates),
    /** Why it failed. */
    reason: z.enum(phoneCheckReasons).nullable(),
    ...found,
    /** Null until it is done. */
    cost: MoneyText.nullable(),
    created_at: z.string(),
    checked_at: z.string().nullable(),
  })
  .meta({ id: 'PhoneCheck' });
export type PhoneCheck = z.output<typeof PhoneCheck>;

/** Known facts about one number of a contact. */
export const PhoneFact = z
  .object({
    phone_number: z.string(),
    ...found,
    checked_at: z.string().nullable(),
    /** Of the latest check; null: none. */
    state: z.enum(phoneCheckStates).nullable(),
    reason: z.enum(phoneCheckReasons).nullable(),
  })
  .meta({ id: 'PhoneFact' });
export type PhoneFact = z.output<typeof PhoneFact>;

export const listContactPhones = endpoint({
  method: 'GET',
  path: '/v1/contacts/:id/phones',
  summary: 'The phone numbers of a contact with the kind of line, and when that was checked',
  permission: 'contacts.read',
  params: ById,
  response: List(PhoneFact),
  rateLimit: paces.look,
});

export const checkPhone = endpoint({
  method: 'POST',
  path: '/v1/sms/mobile_validation_single',
  summary: 'Check a phone number of a contact; the answer follows in a moment',
  permission: 'contacts.update',
  once: true,
  body: z.object({
    contact_id: Id,
    phone_number: Line(30).transform(normalPhone).pipe(z.string().min(1, 'This is not a US phone number')),
  }),
  response: PhoneCheck,
  status: 202,
  errors: ['phones.not_configured'],
  rateLimit: paces.edit,
});

export const estimatePhoneChecks = endpoint({
  method: 'POST',
  path: '/v1/sms/mobile_validation_bulk',
  summary: 'How many numbers of the chosen contacts would be checked, and what that costs',
  permission: 'contacts.bulk',
  reads: true,
  long: true,
  body: Selection,
  response: z.object({
    contacts: z.int(),
    phone_numbers: z.int(),
    /** Of these: not checked in the last 30 days. */
    to_check: z.int(),
    unit_price: MoneyText,
    cost: MoneyText,
  }),
  errors: ['too_slow'],
  rateLimit: paces.heavy,
});

const many = {
  permission: 'contacts.bulk',
  once: true,
  body: Selection,
  response: BulkAction,
  status: 202,
  errors: ['phones.not_configured'],
  rateLimit: paces.heavy,
} as const;

export const purchasePhoneChecks = endpoint({
  method: 'POST',
  path: '/v1/sms/mobile_validation_purchase',
  summary: 'Check the phone numbers of the chosen contacts; each is paid when it is checked',
  ...many,
});

export const checkPhonesOfGroup = endpoint({
  method: 'POST',
  path: '/v1/contacts/bulk_sms_verification_group',
  summary: 'The same as mobile_validation_purchase, by its other name',
  ...many,
});

export const listPhoneChecks = endpoint({
  method: 'GET',
  path: '/v1/sms/phone_verifications',
  summary: 'Checks that you asked for, of contacts in your reach; a leader sees those of everyone in reach. By number or name',
  permission: 'contacts.read',
  query: z.object({ ...pageOf(25), ...orderOf(['created_at', 'phone_number'], 'DESC') }),
  response: Paged(PhoneCheck),
  rateLimit: paces.look,
});
