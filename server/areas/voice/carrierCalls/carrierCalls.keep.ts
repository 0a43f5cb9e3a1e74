// A recording leaves the carrier: fetched, stored as the file of its call, and removed there.
import { keepRecording } from '#areas/voice/calls/calls.service.ts';
import type { WorkCtx } from '#kernel/context.ts';
import { storeFile } from '#kernel/files/files.ts';
import { TelephonyRefused } from '#kernel/telephony/telephony.ts';
import type { KeptRecording } from '#kernel/voice/carrier.ts';
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

/** The job some time after a recording's end. It is gone at the carrier where the end was told. */
export async function keepLate(ctx: WorkCtx, { leg, recording, sid }: { leg: string; recording: string; sid: string }) {
  const left = (await mustHaveCarrier(ctx.platform).listRecordings(leg)).find((one) => one.recording === recording);
  if (left) await keep(ctx, { recording, sid, seconds: wholeOf(left) });
}

/** Seconds of a recording that is over; else the job is tried again. */
export function wholeOf({ recording, seconds }: KeptRecording): number {
  if (seconds === null) throw new Error(`the recording ${recording} is not over`);
  return seconds;
}
