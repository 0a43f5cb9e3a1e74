// Recording a call: announced before it starts, paused and resumed, and stored when it ends.
import type { WorkCtx } from '#kernel/context.ts';
import { type StoredFile, storeFile } from '#kernel/files/files.ts';
import type { Log } from '#kernel/ops/log.ts';
import type { CallBook } from './book.ts';
import type { Bridge } from './bridge.ts';
import { createRecorder, type Recorded, type Recorder } from './recorder.ts';
import { createReports } from './reports.ts';
import { prompts } from './sound.ts';
import type { Ticker } from './ticker.ts';

interface Parts {
  book: CallBook;
  bridge: Bridge;
  ticker: Ticker;
  log: Log;
  ctxOf(sid: string): Promise<WorkCtx>;
}

/** Seconds: a message that is shorter is none. */
const leastMessage = 1;

export function createTaping({ book, bridge, ticker, log, ctxOf }: Parts) {
  // With reports of its own: what is slow to store must not keep a call from ending.
  const reports = createReports(log);
  let recorder: Recorder | null = null;
  let owner = '';

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

  async function keep({ content, seconds, discard }: Recorded, sid: string): Promise<void> {
    let file: StoredFile | null = null;
    await reports.add('the recording of a call', async () => {
      const ctx = await ctxOf(sid);
      file ??= await storeFile(ctx, { name: 'call.wav', content: content() });
      await book.keepRecording(ctx, sid, file, Math.round(seconds));
    });
    await discard();
  }

  const storing = new Set<Promise<void>>();
  function store(work: () => Promise<void>): Promise<void> {
    const stored = work().finally(() => storing.delete(stored));
    storing.add(stored);
    return stored;
  }

  return {
    /** With the announcement in it; voices follow when it was heard. `sid`: of whose call. */
    begin(sid: string) {
      owner = sid;
      recorder ??= createRecorder(ticker);
      recorder.resume();
      recorder.say(prompts().recorded);
    },
    hear() {
      if (recorder) bridge.listen(recorder.hear);
    },
    pause: () => recorder?.pause(),
    resume: () => recorder?.resume(),
    /** Ends it. Another phone that takes over the call may begin a new one. Resolves when it is stored. */
    finish(): Promise<void> {
      const sid = owner;
      return store(async () => {
        const recorded = await stop();
        if (recorded) await keep(recorded, sid);
      });
    },
    beginMessage() {
      recorder = createRecorder(ticker);
      bridge.listen(recorder.hear);
    },
    /** Its seconds; null: there is none. It is stored as the recording of this call. */
    async finishMessage(sid: string): Promise<number | null> {
      const recorded = await stop();
      if (recorded) void store(() => (recorded.seconds >= leastMessage ? keep(recorded, sid) : recorded.discard()));
      return recorded?.seconds ?? null;
    },
    /** Waits for the recordings that are being stored now. */
    async stored(): Promise<void> {
      await Promise.all(storing);
    },
  };
}
