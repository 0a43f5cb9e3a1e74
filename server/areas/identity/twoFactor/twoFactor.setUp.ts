// A set-up that waits for its first code: what its one-time token stores.
import { z } from 'zod';

export const SetUp = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('app'), /** Base64. */ secret_sealed: z.string() }),
  z.object({ kind: z.literal('email') }),
]);
export type SetUp = z.output<typeof SetUp>;
