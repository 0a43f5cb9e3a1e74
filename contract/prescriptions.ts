// The prescriptions of a contact. All of it is sealed, and the audit log says who looked at it.
import { z } from 'zod';
import { ById, endpoint, Id, Line, paces } from './kit/endpoint.ts';

const words = {
  drug: Line(200).min(1, 'Enter a drug'),
  dose: Line(100),
  form: Line(60),
  frequency: Line(100),
  pharmacy: Line(200),
  doctor: Line(200),
};

export const Prescription = z
  .object({
    id: Id,
    drug: z.string(),
    dose: z.string(),
    form: z.string(),
    frequency: z.string(),
    pharmacy: z.string(),
    doctor: z.string(),
  })
  .meta({ id: 'Prescription' });
export type Prescription = z.output<typeof Prescription>;

/** A list that a merge made longer can be changed, but not grow. */
export const maxPrescriptions = 100;

const eachOnce = (rows: { id?: number | undefined }[]) => {
  const ids = rows.flatMap(({ id }) => id ?? []);
  return new Set(ids).size === ids.length;
};

const RxDetails = z.object({
  data: z.array(Prescription),
  /** Of the whole list; for `updateRxDetails`. */
  version: z.string(),
});

export const getRxDetails = endpoint({
  method: 'GET',
  path: '/v1/contacts/:id/rx_details',
  summary: 'The prescriptions of a contact; each call is an entry of the audit log',
  permission: 'prescriptions.read',
  params: ById,
  response: RxDetails,
});

export const updateRxDetails = endpoint({
  method: 'PATCH',
  path: '/v1/contacts/:id/rx_details',
  summary: 'Replace the prescriptions of a contact: rows without an id are new, rows left out are removed',
  permission: 'prescriptions.update',
  params: ById,
  body: z.object({
    rx_details: z
      .array(
        z.object({
          id: Id.optional(),
          drug: words.drug,
          dose: words.dose.default(''),
          form: words.form.default(''),
          frequency: words.frequency.default(''),
          pharmacy: words.pharmacy.default(''),
          doctor: words.doctor.default(''),
        }),
      )
      .max(1000)
      .refine(eachOnce, 'Each prescription once'),
    /** The one that the editor saw. */
    version: Line(100),
  }),
  response: RxDetails,
  errors: ['prescriptions.stale'],
  rateLimit: paces.edit,
});
