// Uploads of files to contacts: one after another, in parts, going on by themselves after a lost connection and on other pages.
// After a reload the same file, chosen again, continues where it was.
import { ApiError, call, isRefused, upload } from '#app/api.ts';
import { textOf } from '#app/notices.tsx';
import { invalidate } from '#app/queries.ts';
import { createStore } from '#app/store.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { maxFileSize } from '#contract/fileRules.ts';
import {
  cancelFileUpload,
  type FileUpload,
  getFileStorage,
  getFileUpload,
  listContactFiles,
  sendFilePart,
  startFileUpload,
} from '#contract/files.ts';

export interface Sending {
  key: number;
  contactId: number;
  file: File;
  /** Bytes that have arrived. */
  sent: number;
  /** `broken`: the connection is lost; `delayed`: the server asks to wait; both go on by themselves. `refused`: for the reason in `error`. */
  state: 'waiting' | 'sending' | 'broken' | 'delayed' | 'refused';
  error?: string;
}

const all = createStore<readonly Sending[]>([]);
export const useUploads = (contactId: number) => all.use().filter((each) => each.contactId === contactId);

const cancels = new Map<number, AbortController>();
let lastKey = 0;
let running = false;

/** The next one starts when the one before has ended. */
export function sendFile(contactId: number, file: File) {
  const key = ++lastKey;
  const error = file.size === 0 ? 'This file is empty.' : file.size > maxFileSize ? 'A file may have 100 MB at most.' : undefined;
  all.set([...all.get(), { key, contactId, file, sent: 0, state: error ? 'refused' : 'waiting', ...(error && { error }) }]);
  void runAll();
}

export function retryUpload(key: number) {
  change(key, { state: 'waiting' });
  void runAll();
}

/** Whether it can ever be accepted. */
export const mayRetry = ({ file }: Sending) => file.size > 0 && file.size <= maxFileSize;

/** Also takes a refused one off the list; what has arrived of it is removed. */
export function cancelUpload(key: number) {
  cancels.get(key)?.abort();
  cancels.delete(key);
  all.set(all.get().filter((each) => each.key !== key));
}

const change = (key: number, to: Partial<Sending>) =>
  all.set(all.get().map((each) => (each.key === key ? { ...each, ...to } : each)));

async function runAll() {
  if (running) return;
  running = true;
  addEventListener('beforeunload', askFirst);
  for (;;) {
    const next = all.get().find(({ state }) => state === 'waiting');
    if (!next) break;
    await runOne(next);
  }
  removeEventListener('beforeunload', askFirst);
  running = false;
}

const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();

async function runOne({ key, contactId, file }: Sending) {
  const cancel = new AbortController();
  cancels.set(key, cancel);
  try {
    change(key, { state: 'sending' });
    await sendParts({ key, contactId, file }, cancel.signal);
    all.set(all.get().filter((each) => each.key !== key));
    cancels.delete(key);
    void invalidate(listContactFiles, listContactTimeline, getFileStorage);
  } catch (error) {
    if (!cancel.signal.aborted) change(key, { state: 'refused', error: textOf(error) });
  }
}

async function sendParts({ key, contactId, file }: Pick<Sending, 'key' | 'contactId' | 'file'>, signal: AbortSignal) {
  const body = { name: file.name || 'File', size: file.size, modified: Math.max(0, file.lastModified) };
  let at = await steadily(key, signal, () => call(startFileUpload, { params: { id: contactId }, body }, { signal }));
  const params = { id: contactId, uploadId: at.id };
  const drop = () => void call(cancelFileUpload, { params }).catch(() => {}); // else it is swept a day later
  signal.addEventListener('abort', drop);
  const sendNext = async (): Promise<FileUpload> => {
    change(key, { state: 'sending', sent: at.offset });
    const part = new File([file.slice(at.offset, at.offset + at.part_size)], file.name);
    const { offset } = at;
    const onProgress = (share: number) => change(key, { sent: offset + share * part.size });
    return upload(sendFilePart, { params, query: { offset }, file: part }, onProgress, signal);
  };
  const look = () => call(getFileUpload, { params }, { signal });
  let lost = 0;
  while (!at.file) {
    try {
      at = await sendNext();
      lost = 0;
    } catch (error) {
      if (signal.aborted || !(isLost(error) || isRefused(error, 'files.wrong_offset'))) throw error;
      change(key, { state: pauseState(error), sent: at.offset });
      await someTime(pauseAfter(lost++), signal);
      at = await steadily(key, signal, look); // the answer may be lost, not the part
    }
  }
  signal.removeEventListener('abort', drop);
}

const isLost = (error: unknown) => !(error instanceof ApiError) || isRefused(error, 'unavailable', 'timed_out', 'rate_limited');

const pauseState = (error: unknown) => (error instanceof ApiError ? 'delayed' : 'broken');

/** Milliseconds before the next attempt. */
const pauseAfter = (failures: number) => Math.min(1_000 * 2 ** failures, 15_000);

/** Asks again until the server can be reached. */
async function steadily<T>(key: number, signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || !isLost(error)) throw error;
      change(key, { state: pauseState(error) });
      await someTime(pauseAfter(failures), signal);
    }
  }
}

/** Ends early when the browser is online again. */
const someTime = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
