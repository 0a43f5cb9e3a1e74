// Checks of a contact's e-mail addresses. The state of an address stands beside it (`emailStates`).
import { z } from 'zod';
import { Contact } from './contacts.ts';
import { ById, endpoint, Line, paces } from './kit/endpoint.ts';

/** `email`: one of the contact's addresses; default: the first. */
const Which = z.object({ email: Line(254).optional() }).prefault({});

export const validateContactEmail = endpoint({
  method: 'PATCH',
  path: '/v1/contacts/:id/validate_email',
  summary: 'Check whether an address can get mail: its form, its domain’s mail servers, throw-away domains and shared mailboxes',
  permission: 'contacts.update',
  params: ById,
  body: Which,
  response: Contact,
  errors: ['contacts.no_such_email', 'contacts.email_not_checked'],
  rateLimit: paces.edit,
});

export const forceVerifyContactEmail = endpoint({
  method: 'PATCH',
  path: '/v1/contacts/:id/force_verify_email',
  summary: 'Mark an address as verified by oneself, for example after a call; the timeline says who did it and when',
  permission: 'contacts.update',
  params: ById,
  body: Which,
  response: Contact,
  errors: ['contacts.no_such_email'],
  rateLimit: paces.edit,
});
