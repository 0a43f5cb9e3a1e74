// Editing some fields of a contact. What is typed is kept until it is saved or discarded (web/app/drafts.ts). What somebody else saved meanwhile is
// merged; a field that both changed is chosen by the user.
import { useForm } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '#app/api.ts';
import { draftAt, dropDraft, keepDraft } from '#app/drafts.ts';
import { useSend } from '#app/queries.ts';
import { type Contact, updateContact } from '#contract/contacts.ts';
import { type Tag, updateTagsSingle } from '#contract/tags.ts';
import { isDay, notADay } from '#ui/days.ts';
import { savedVersion } from '../contacts.api.ts';
import { refreshContact, showContact } from '../page/contactPage.api.ts';
import {
  changesOf,
  clashingFields,
  type Draft,
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
  mine: Draft;
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
  values: Draft;
}

export function useContactDraft(contact: Contact, fields: readonly Field[], onDone: () => void) {
  const [restored] = useState(() => restore(contact, fields));
  const [base, setBase] = useState<Base>(restored.base);
  const [clash, setClash] = useState<Clash>();
  const form = useForm<Draft>({ initialValues: restored.values });
  const handles = ['contacts.stale'] as const;
  const send = useSend(updateContact, { form: true, handles });
  const tag = useSend(updateTagsSingle);
  const values = form.getValues();
  const keep = useEffectEvent((typed: Draft) => keepEdits(contact.id, base, typed, fields));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another base, another edit
  useEffect(() => keep(values), [values, base]);

  const drop = () => {
    for (const field of fields) dropDraft(draftName(contact.id, field));
  };
  const finish = () => {
    drop();
    onDone();
  };
  const submit = (draft: Draft, over: Base) => {
    const change = changesOf(over.values, draft, fields);
    if (Object.keys(change).length === 0) return submitTags(draft, over);
    send.mutate(
      { params: { id: contact.id }, body: { ...change, version: over.version } },
      {
        onSuccess(saved) {
          showContact(saved);
          submitTags(draft, { ...over, version: saved.version, values: { ...draft, tags: over.values.tags } });
        },
        onError(error) {
          const theirs = savedVersion(error);
          if (theirs) meet(theirs, draft, over, true);
          else if (error instanceof ApiError) form.setErrors(placed(error.fieldErrors));
        },
      },
    );
  };
  /** Tags have a call of their own, which merges them with what others put on meanwhile. */
  const submitTags = (draft: Draft, over: Base) => {
    const [tags, before] = [draft.tags, over.values.tags].map((list) => (list as Tag[] | undefined)?.map(({ id }) => id));
    if (!tags || editedFields(over.values, draft, fields).every(({ control }) => control !== 'tags')) return finish();
    setBase(over); // the rest is saved, whatever becomes of the tags
    tag.mutate(
      { body: { id: contact.id, tags, before: before ?? [] } },
      {
        onSuccess() {
          refreshContact(contact.id);
          finish();
        },
      },
    );
  };
  const meet = (theirs: Contact, draft: Draft, over: Base, saving: boolean) => {
    const clashing = clashingFields(over.values, draft, draftOf(theirs, fields), fields);
    if (clashing.length > 0) setClash({ mine: draft, theirs, fields: clashing, saving });
    else adopt(theirs, mergedDraft(over.values, draft, draftOf(theirs, fields), fields), saving);
  };
  const adopt = (theirs: Contact, draft: Draft, saving: boolean) => {
    const next = { version: theirs.version, values: draftOf(theirs, fields) };
    setClash(undefined);
    setBase(next);
    form.setValues(draft);
    if (saving) submit(draft, next);
  };

  const elsewhere = Object.entries(form.errors).filter(([path]) => !fields.some((field) => path.startsWith(field.path)));
  return {
    form,
    base: base.values,
    busy: send.isPending || tag.isPending,
    clash,
    isEdited: editedFields(base.values, values, fields).length > 0,
    /** When what stands here was typed, where that was before this form was opened. Milliseconds since 1970. */
    restoredAt: restored.at,
    /** What the server refused of fields that are not in this form. */
    error: elsewhere.map(([, text]) => text).join(' '),
    /** Fields of the form that somebody else changed since it was opened. */
    changedMeanwhile: contact.version === base.version ? [] : editedFields(base.values, draftOf(contact, fields), fields),
    showMeanwhile: () => meet(contact, form.getValues(), base, false),
    save() {
      const draft = withoutEmptyRows(form.getValues());
      const wrong = fields.filter(({ path, control }) => control === 'day' && isWrongDay(read(draft, path)));
      form.setValues(draft);
      form.setErrors(Object.fromEntries(wrong.map(({ path }) => [path, notADay])));
      if (wrong.length === 0) submit(draft, base);
    },
    /** Answers how to have it back. */
    discard(): () => void {
      const typed = form.getValues();
      drop();
      return () => keepEdits(contact.id, base, typed, fields);
    },
    /** `leave`: the fields where theirs stays. */
    resolve(leave: readonly string[]) {
      if (!clash) return;
      const theirs = draftOf(clash.theirs, fields);
      adopt(clash.theirs, mergedDraft(base.values, clash.mine, theirs, fields, leave), clash.saving);
    },
    goOnEditing: () => setClash(undefined),
  };
}

const isWrongDay = (value: unknown) => typeof value === 'string' && value !== '' && !isDay(value);

function restore(contact: Contact, fields: readonly Field[]): { base: Base; values: Draft; at: number | null } {
  const saved = draftOf(contact, fields);
  const found = fields.flatMap((field) => {
    const entry = draftAt(draftName(contact.id, field));
    return entry ? [{ path: field.path, at: entry.at, ...(entry.value as Kept) }] : [];
  });
  return {
    base: {
      version: Math.min(contact.version, ...found.map(({ version }) => version)),
      values: found.reduce((values, { path, base }) => write(values, path, base), saved),
    },
    values: found.reduce((values, { path, value }) => write(values, path, value), saved),
    at: found.length > 0 ? Math.max(...found.map(({ at }) => at)) : null,
  };
}

function keepEdits(contactId: number, base: Base, typed: Draft, fields: readonly Field[]) {
  const edited = new Set(editedFields(base.values, typed, fields));
  for (const field of fields) {
    const name = draftName(contactId, field);
    const kept: Kept = { value: read(typed, field.path), base: read(base.values, field.path), version: base.version };
    if (!edited.has(field)) dropDraft(name);
    else if (JSON.stringify(draftAt(name)?.value) !== JSON.stringify(kept)) keepDraft(name, kept);
  }
}

/** One control chooses between two fields of the server. */
const placed = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).map(([path, text]) => [/^(owner|pool)_id$/.test(path) ? 'holder' : path, text]));
