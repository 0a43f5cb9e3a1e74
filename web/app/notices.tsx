// Notices: one place, one look. `done` may carry an undo.
import type { ReactNode } from 'react';
import { later } from '../ui/later.ts';
import { ApiError } from './api.ts';
import { createStore } from './store.ts';

const load = () => import('./NoticeList.tsx');
export const NoticeList = later(() => load().then((module) => module.NoticeList));
const some = createStore(false);
/** False until there is a first one. */
export const useNoticed = some.use;

/** Waits until it is loaded: the server may be away. */
async function list() {
  const loaded = await load();
  some.set(true);
  return loaded;
}

const nothing = () => {}; // without the list, notices have no place

export const notice = {
  done(text: ReactNode, undo?: () => void) {
    list().then(({ showDone }) => showDone(text, undo), nothing);
  },
  /** News of another person's action: stays longer. */
  told(text: ReactNode) {
    list().then(({ showTold }) => showTold(text), nothing);
  },
  /** The error and, for support, the request's id. The same `id` is shown once. */
  failed(error: unknown, id?: string) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    const request = error instanceof ApiError ? error.problem.request_id : undefined;
    list().then(({ showFailed }) => showFailed(textOf(error), request, id), nothing);
  },
};

/** The text of an error: the server's own, or that it cannot be reached. */
export function textOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'The server cannot be reached. Check your connection and try again.';
  const first = Object.values(error.problem.errors ?? {})[0]?.[0];
  return first ?? error.message;
}
