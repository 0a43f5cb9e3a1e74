// Recording a call: announced before it starts, paused and resumed, and stored when the call ends.
import type { WorkCtx } from '#kernel/context.ts';
import { type StoredFile, storeFile } from '#kernel/files/files.ts';
import type { Log } from '#kernel/ops/log.ts';
import type { CallBook } from './book.ts';
import type { Bridge } from './bridge.ts';
import type { Leg } from './legs.ts';
import { createRecorder, type Recorded, type Recorder } from './recorder.ts';
import type { Reports } from './reports.ts';
import { prompts } from './sound.ts';
import type { Ticker } from './ticker.ts';

interface Parts {
  book: CallBook;
  bridge: Bridge;
  reports: Reports;
  ticker: Ticker;
  log: Log;
  /** Resolves when both sides have heard that the call is recorded. */
  announce(): Promise<unknown>;
}

/** Seconds: a message that is shorter is none. */
const leastMessage = 1;

export function createTaping({ book, bridge, reports, ticker, log, announce }: Parts) {
  let recorder: Recorder | null = null;
  let owner: { ctx: WorkCtx; sid: string } | null = null;

  const told = (state: 'on' | 'paused') => {
    if (!owner) return;
    const { ctx, sid } = owner;
    return reports.add('a recording', () => book.setRecording(ctx, sid, state));
  };
  /** Null: nothing was recorded, or it could not be written, which keeps no call from ending. */
  const stop = async (): Promise<Recorded | null> => {
    const done = recorder;
    recorder = null;
    bridge.listen(null);
    try {
      return (await done?.finish()) ?? null;
    } catch (err) {
      log.error({ err }, 'a recording could not be written');
      return null;
    }
  };

  async function keep({ content, seconds, discard }: Recorded, sid: string, ctxOf: () => Promise<WorkCtx>): Promise<void> {
    let file: StoredFile | null = null;
    await reports.add('the recording of a call', async () => {
      const ctx = await ctxOf();
      file ??= await storeFile(ctx, { name: 'call.wav', content: content() });
      await book.keepRecording(ctx, sid, file, Math.round(seconds));
    });
    await discard();
  }

  return {
    /** It begins with the announcement; nobody is recorded before they heard it. A paused one goes on without. */
    async start(leg: Leg): Promise<void> {
      if (!leg.ctx) return;
      if (recorder) recorder.resume();
      else {
        owner = { ctx: leg.ctx, sid: leg.sid };
        const made = createRecorder(ticker);
        recorder = made;
        made.say(prompts().recorded);
        void announce().then(() => {
          if (recorder === made) bridge.listen(made.hear);
        });
      }
      await told('on');
    },
    async pause(): Promise<void> {
      if (!recorder || recorder.isPaused()) return;
      recorder.pause();
      await told('paused');
    },
    isRecording: () => recorder !== null,
    isPaused: () => recorder?.isPaused() ?? false,
    /** Ends it. Another phone that takes over the call may begin a new one. */
    async finish(): Promise<void> {
      const of = owner;
      owner = null;
      const recorded = await stop();
      if (recorded && of) await keep(recorded, of.sid, async () => of.ctx);
    },
    startMessage() {
      const made = createRecorder(ticker);
      recorder = made;
      bridge.listen(made.hear);
    },
    async finishMessage(ctxOf: () => Promise<WorkCtx>, sid: string, silence: 'missed' | 'declined'): Promise<void> {
      const recorded = await stop();
      const outcome = recorded && recorded.seconds >= leastMessage ? 'voicemail' : silence;
      void reports.add('a message', async () => book.callEnded(await ctxOf(), sid, { outcome }));
      if (outcome === 'voicemail' && recorded) await keep(recorded, sid, ctxOf);
      else await recorded?.discard();
    },
  };
}
