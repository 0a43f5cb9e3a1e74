// A recording leaves the carrier: fetched, stored as the file of its call, and removed there.
import { keepRecording } from '#areas/voice/calls/calls.service.ts';
import type { WorkCtx } from '#kernel/context.ts';
import { storeFile } from '#kernel/files/files.ts';
import { TelephonyRefused } from '#kernel/telephony/telephony.ts';
import { mustHaveCarrier } from './carrierCalls.perform.ts';

/** May run again: a call keeps one file, and one that is removed at the carrier was kept before. */
export async function keep(ctx: WorkCtx, { recording, sid, seconds }: { recording: string; sid: string; seconds: number }) {
  const carrier = mustHaveCarrier(ctx.platform);
  const content = await carrier.fetchRecording(recording).catch((error: unknown) => {
    if (error instanceof TelephonyRefused && error.code === '404') return null;
    throw error;
  });
  if (content === null) return ctx.log.warn({ recording }, 'a recording is gone at the carrier');
  const file = await storeFile(ctx, { name: 'call.wav', content });
  await keepRecording(ctx, sid, file, seconds);
  await carrier.dropRecording(recording);
}
