// Notices of long work. One that the user closed returns when the work ends; a success without a link or an undo closes itself.
import { createStore } from './store.ts';

export interface Process {
  /** As `bulk:12`, `import:7`. */
  id: string;
  status: 'processing' | 'complete' | 'failed' | 'cancelled';
  text: string;
  /** 0 to 1; absent if unknown. */
  share?: number;
  link?: { href: string; text: string };
  onCancel?: () => void;
  onUndo?: () => void;
}

/** Milliseconds, as for other notices that need no answer. */
const doneFor = 10_000;

const shown = createStore<readonly Process[]>([]);
const closed = new Set<string>();

/** Shows or changes a process. One that the user closed while it ran stays closed until it ends. */
export function openProcess(process: Omit<Process, 'status'> & { status?: Process['status'] }) {
  const next: Process = { status: 'processing', ...process };
  if (next.status !== 'processing') closed.delete(next.id);
  if (closed.has(next.id)) return;
  const old = shown.get();
  const isNew = !old.some(({ id }) => id === next.id);
  // Finished work makes room for new work.
  if (next.status === 'complete' && !next.link && !next.onUndo) setTimeout(() => closeProcess(next.id), doneFor);
  shown.set(
    isNew
      ? [...old.filter(({ status }) => status === 'processing'), next]
      : old.map((each) => (each.id === next.id ? next : each)),
  );
}

export function closeProcess(id: string) {
  if (shown.get().find((process) => process.id === id)?.status === 'processing') closed.add(id);
  shown.set(shown.get().filter((process) => process.id !== id));
}

export const useProcesses = shown.use;
