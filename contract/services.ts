// The outside services that a company uses, with their state, for administrators.
import { z } from 'zod';
import { endpoint, paces } from './kit/endpoint.ts';

const permission = 'settings.manage';

/** Shares of complaints among the mails of 30 days, as the large mail services judge senders. `fewest`: fewer pause nothing. */
export const complaintLimits = { warn: 0.001, pause: 0.003, fewest: 3 };

/** `broken`: it is configured and does not answer. */
export const serviceStates = ['not_configured', 'sandbox', 'connected', 'broken'] as const;
export type ServiceState = (typeof serviceStates)[number];

export const MailHealth = z
  .object({
    /** Mails and complaints of the last 30 days. */
    sent: z.int(),
    complaints: z.int(),
    /** Since when marketing mail waits for an administrator. */
    paused_at: z.string().nullable(),
    state: z.enum(['good', 'warned', 'too_many', 'paused']),
  })
  .meta({ id: 'MailHealth' });
export type MailHealth = z.output<typeof MailHealth>;

export const OutsideService = z
  .object({
    name: z.string(),
    title: z.string(),
    /** The product's use of the service. */
    purpose: z.string(),
    /** The functions that are missing without it. */
    lack: z.string(),
    state: z.enum(serviceStates),
    /** Of a broken one: what is wrong, as its code. */
    why: z.string().nullable(),
    /** Which of the services that it could be. */
    provider: z.string().nullable(),
    /** The step that sets it up or repairs it; `to`: the screen for that. */
    mend: z.object({ text: z.string(), to: z.string().nullable() }),
  })
  .meta({ id: 'OutsideService' });
export type OutsideService = z.output<typeof OutsideService>;

export const Services = z
  .object({
    services: z.array(OutsideService),
    mail: z.object({
      health: MailHealth,
      /** Whether the company has a verified sending domain. */
      has_domain: z.boolean(),
    }),
    /** How answers and mails that come back reach the product. */
    inbound: z.object({
      /** The reply domain's mail server posts each mail here, as it came (RFC 5322). */
      url: z.string(),
      /** The part after the @ of the addresses that answers go to; null: answers go to the user’s own address. */
      reply_domain: z.string().nullable(),
      last_call_at: z.string().nullable(),
      /** A call with a wrong signature, within a day. */
      last_forged_at: z.string().nullable(),
      failed: z.int(),
    }),
  })
  .meta({ id: 'Services' });
export type Services = z.output<typeof Services>;

export const getServices = endpoint({
  method: 'GET',
  path: '/v1/admin/services',
  summary: 'The outside services of the company and whether they work',
  permission,
  long: true,
  response: Services,
  rateLimit: paces.heavy,
});

export const showInboundSecret = endpoint({
  method: 'POST',
  path: '/v1/admin/services/inbound/secret',
  summary: 'The secret that signs calls to the address for answers',
  permission,
  oneself: true,
  proof: true,
  response: z.object({ secret: z.string() }),
  rateLimit: paces.heavy,
});

export const renewInbound = endpoint({
  method: 'POST',
  path: '/v1/admin/services/inbound/renew',
  summary: 'A new address and secret for answers; calls to the previous address are refused from now on',
  permission,
  oneself: true,
  proof: true,
  response: z.object({ url: z.string(), secret: z.string() }),
  rateLimit: paces.heavy,
});

export const resumeMarketing = endpoint({
  method: 'POST',
  path: '/v1/admin/services/mail/resume',
  summary: 'Let marketing mail leave again after complaints paused it',
  permission,
  oneself: true,
  response: MailHealth,
  rateLimit: paces.heavy,
});
