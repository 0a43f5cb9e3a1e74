// The note of a contact's turn, and how the call went: saved as it is written, kept as a draft until then.
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { dropDraft, useDraft } from '#app/drafts.ts';
import { notice } from '#app/notices.tsx';
import type { DialledCall } from '#contract/dialSessions.ts';
import { keepAsNote, tellCall } from './dialSessions.api.ts';

export type Disposition = NonNullable<DialledCall['disposition']>;

export interface Notes {
  text: string;
  write: (text: string) => void;
  disposition: Disposition | null;
  /** Null while there is no call. */
  choose: ((disposition: Disposition | null) => void) | null;
  /** Whether what stands there is stored. */
  isKept: boolean;
  isSaving: boolean;
  /** Stores what is not stored yet; fails where that fails. */
  finish: () => Promise<void>;
  /** The same, as the field is left. */
  leave: () => void;
}

/** Milliseconds after the last letter. */
const pause = 1_500;

export function useNotes(sessionId: number, turn: { contact_id: number; call: DialledCall | null } | null): Notes {
  const call = turn?.call ?? null;
  const name = `dial:${sessionId}:${turn?.contact_id ?? 0}`;
  const { value: text, keep: write } = useDraft(name, call?.note ?? '');
  const [saving, setSaving] = useState(0);
  const isKept = call ? text === call.note : text.trim() === '';
  const send = async (said: { note?: string; disposition?: Disposition | null }) => {
    if (!call) return;
    setSaving((count) => count + 1);
    try {
      await tellCall(sessionId, call.id, said);
      if (said.note !== undefined) dropDraft(name, said.note);
    } finally {
      setSaving((count) => count - 1);
    }
  };
  const finish = async () => {
    if (isKept) return dropDraft(name, text);
    if (call) return send({ note: text });
    if (turn) await keepAsNote(turn.contact_id, text.trim());
    dropDraft(name, text);
  };
  const leave = () => {
    if (call && !isKept) send({ note: text }).catch(notice.failed);
  };
  // With a disposition the note is an entry of the timeline: that one is written when the field is left.
  const [settled] = useDebouncedValue(text, pause);
  const save = useEffectEvent(() => {
    if (call && !call.disposition && settled === text && !isKept) send({ note: text }).catch(notice.failed);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pause in typing, or a call that is there now
  useEffect(() => save(), [settled, call?.id]);
  return {
    text,
    write,
    disposition: call?.disposition ?? null,
    choose: call ? (disposition) => void send({ disposition, note: text }).catch(notice.failed) : null,
    isKept,
    isSaving: saving > 0,
    finish,
    leave,
  };
}
