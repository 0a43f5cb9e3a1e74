import { z } from 'zod';
import { secondFactors } from '#contract/signIn.ts';
import { job } from '#kernel/jobs/job.ts';

const FactorChange = z.discriminatedUnion('what', [
  z.object({ what: z.literal('added'), factor: z.enum(secondFactors) }),
  z.object({ what: z.literal('removed'), factor: z.enum(secondFactors) }),
  z.object({ what: z.literal('recovered') }),
  z.object({ what: z.literal('reset') }),
]);
export type FactorChange = z.output<typeof FactorChange>;

export const twoFactorJobs = { mailChange: job('twoFactor.tell', FactorChange) };
