// Edits some fields of a contact. Keeps what is typed until it is saved or discarded (web/app/drafts.ts), and merges what
// others save meanwhile; if both changed a field, the user chooses.
import { useForm } from '@mantine/form';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '#app/api.ts';
import { draftAt, dropDraft, keepDraft, restoreDrafts, useRestored } from '#app/drafts.ts';
import { useIsSending, useSend } from '#app/queries.ts';
import { type Contact, updateContact } from '#contract/contacts.ts';
import { createTag, updateTagsSingle } from '#contract/tags.ts';
import { isDay, notADay } from '#ui/days.ts';
import { savedVersion } from '../contacts.api.ts';
import { refreshContact, showContact } from '../page/contactPage.api.ts';
import {
  type ContactValues,
  changesOf,
  clashingFields,
  draftOf,
  editedFields,
  mergedDraft,
  read,
  withoutEmptyRows,
  write,
} from './contacts.draft.ts';
import { draftName } from './contacts.draftNames.ts';
import type { Field } from './contacts.fields.ts';

export interface Clash {
  mine: Partial<ContactValues>;
  theirs: Contact;
  fields: readonly Field[];
  /** Whether choosing saves. */
  saving: boolean;
}

/** A field's draft: what was typed, and over what. */
interface Kept {
  value: unknown;
  base: unknown;
  version: number;
}

interface Base {
  version: number;
  values: ContactValues;
}

/** The form's state: the typed values over `base`, and the drafts they come from, by name. */
interface Shown {
  base: Base;
  values: ContactValues;
  kept: Map<string, Kept>;
  at: number | null;
}

interface Leaving {
  onDone: () => void;
  /** The form was closed, and its typed text is kept. */
  onKept: () => void;
}

export function useContactDraft(contact: Contact, fields: readonly Field[], { onDone, onKept }: Leaving) {
  const [shown, setShown] = useState(() => restore(contact.id, baseOf(contact, fields), fields));
  const { base } = shown;
  const [clash, setClash] = useState<Clash & { mine: ContactValues }>();
  const form = useForm<ContactValues>({ initialValues: shown.values });
  const handles = ['contacts.stale'] as const;
  const send = useSend(updateContact, { form: true, handles });
  const tag = useSend(updateTagsSingle);
  // A new tag belongs to the chosen ones as soon as it is saved.
  const busy = [send.isPending, tag.isPending, useIsSending(createTag)].some(Boolean);
  const values = form.getValues();

  /** This form's drafts as it last wrote or read them: it must not drop what another tab has typed since. */
  const own = useRef(shown.kept);
  const dropOwn = (name: string) => {
    const kept = own.current.get(name);
    if (kept) dropDraft(name, kept);
    own.current.delete(name);
  };
  const keepEdits = (over: Base, typed: ContactValues) => {
    const edited = new Set(editedFields(over.values, typed, fields));
    for (const field of fields) {
      const name = draftName(contact.id, field);
      const kept: Kept = { value: read(typed, field.path), base: read(over.values, field.path), version: over.version };
      if (!edited.has(field)) dropOwn(name);
      else if (JSON.stringify(own.current.get(name)) !== JSON.stringify(kept)) {
        keepDraft(name, kept);
        own.current.set(name, kept);
      }
    }
  };
  const keep = useEffectEvent((typed: ContactValues) => keepEdits(base, typed));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new base makes other edits
  useEffect(() => keep(values), [values, base]);

  const show = (next: Shown) => {
    own.current = next.kept;
    setShown(next);
    form.setValues(next.values);
  };
  const showSaved = () => show(restore(contact.id, baseOf(contact, fields), fields));
  useRestored(showSaved);

  const hasLeft = useRef(false);
  const leave = useEffectEvent(() => {
    if (!busy && [...own.current.keys()].some(draftAt)) onKept();
  });
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
      leave();
    };
  }, []);
  /** Saving stopped: the user continues in the form, or a notice says that the text is kept. */
  const halt = () => {
    if (hasLeft.current) onKept();
  };

  /** Continues if the form is closed meanwhile: callbacks of `mutate` would not. */
  const submit = async (draft: ContactValues, over: Base) => {
    let next = over;
    const change = changesOf(over.values, draft, fields);
    if (Object.keys(change).length > 0) {
      const body = { ...change, version: over.version };
      const saved = await send.mutateAsync({ params: { id: contact.id }, body }).catch((error) => refuse(error, over));
      if (!saved) return;
      showContact(saved);
      const { version, values } = baseOf(saved, fields);
      next = { version, values: { ...values, tags: over.values.tags } };
    }
    // Tags have their own call, which merges them with tags that others added meanwhile.
    if (editedFields(over.values, draft, fields).some(({ control }) => control === 'tags')) {
      const [tags = [], before = []] = [draft.tags, over.values.tags].map((list) => list.map(({ id }) => id));
      settle({ ...draft, tags: over.values.tags }, next); // the rest is saved, whatever becomes of the tags
      const saved = await tag.mutateAsync({ body: { id: contact.id, tags, before } }).catch(halt);
      if (!saved) return;
      refreshContact(contact.id);
      next = { ...next, values: { ...next.values, tags: saved.tags } };
    }
    if (settle(draft, next) && !hasLeft.current) onDone();
  };
  /** Drops the sent draft. Text typed since then is a draft over the saved contact. True if there is none. */
  const settle = (sent: ContactValues, next: Base): boolean => {
    const typed = mergedDraft(sent, form.getValues(), next.values, fields);
    keepEdits(next, typed);
    show(restore(contact.id, next, fields));
    return editedFields(next.values, typed, fields).length === 0;
  };
  const refuse = (error: Error, over: Base) => {
    const theirs = savedVersion(error);
    if (theirs) return meet(theirs, withoutEmptyRows(form.getValues()), over, true);
    if (error instanceof ApiError) form.setErrors(placed(error.fieldErrors));
    halt();
  };
  const meet = (theirs: Contact, draft: ContactValues, over: Base, saving: boolean) => {
    const clashing = clashingFields(over.values, draft, draftOf(theirs, fields), fields);
    if (clashing.length === 0) return adopt(theirs, mergedDraft(over.values, draft, draftOf(theirs, fields), fields), saving);
    setClash({ mine: draft, theirs, fields: clashing, saving });
    halt();
  };
  const adopt = (theirs: Contact, draft: ContactValues, saving: boolean) => {
    const next = baseOf(theirs, fields);
    setClash(undefined);
    setShown((now) => ({ ...now, base: next }));
    form.setValues(draft);
    if (saving) void submit(draft, next);
  };

  const elsewhere = Object.entries(form.errors).filter(([path]) => !fields.some((field) => path.startsWith(field.path)));
  return {
    form,
    base: base.values,
    busy,
    clash,
    isEdited: editedFields(base.values, values, fields).length > 0,
    /** When the values were typed, if that was before the form was opened. Milliseconds since 1970. */
    restoredAt: shown.at,
    /** The server's errors about fields that are not in this form. */
    error: elsewhere.map(([, text]) => text).join(' '),
    /** Fields of the form that somebody else changed since it was opened. */
    changedMeanwhile: contact.version === base.version ? [] : editedFields(base.values, draftOf(contact, fields), fields),
    showMeanwhile: () => meet(contact, form.getValues(), base, false),
    save() {
      const draft = withoutEmptyRows(form.getValues());
      const wrong = fields.filter(({ path, control }) => control === 'day' && isWrongDay(read(draft, path)));
      form.setValues(draft);
      form.setErrors(Object.fromEntries(wrong.map(({ path }) => [path, notADay])));
      if (wrong.length === 0 && !busy) void submit(draft, base);
    },
    /** Returns an undo. */
    discard(): () => void {
      const dropped = [...own.current];
      for (const [name] of dropped) dropOwn(name);
      showSaved();
      return () => restoreDrafts(dropped);
    },
    /** `leave`: fields that keep the other person's value. */
    resolve(leave: readonly string[]) {
      if (!clash) return;
      const theirs = draftOf(clash.theirs, fields);
      adopt(clash.theirs, mergedDraft(base.values, clash.mine, theirs, fields, leave), clash.saving);
    },
    goOnEditing: () => setClash(undefined),
  };
}

const isWrongDay = (value: unknown) => typeof value === 'string' && value !== '' && !isDay(value);

const baseOf = (contact: Contact, fields: readonly Field[]): Base => ({
  version: contact.version,
  values: draftOf(contact, fields),
});

/** The saved values, with the drafts of these fields over them. */
function restore(contactId: number, { version, values }: Base, fields: readonly Field[]): Shown {
  const found = fields.flatMap((field) => {
    const name = draftName(contactId, field);
    const entry = draftAt(name);
    return entry ? [{ name, path: field.path, at: entry.at, kept: entry.value as Kept }] : [];
  });
  return {
    base: {
      version: Math.min(version, ...found.map(({ kept }) => kept.version)),
      values: found.reduce((draft, { path, kept }) => write(draft, path, kept.base), values),
    },
    values: found.reduce((draft, { path, kept }) => write(draft, path, kept.value), values),
    kept: new Map(found.map(({ name, kept }) => [name, kept])),
    at: found.length > 0 ? Math.max(...found.map(({ at }) => at)) : null,
  };
}

/** One control edits two fields of the server. */
const placed = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).map(([path, text]) => [/^(owner|pool)_id$/.test(path) ? 'holder' : path, text]));
