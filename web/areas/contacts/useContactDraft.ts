// Editing some fields of a contact. What somebody else saved meanwhile is merged; a field that both changed is chosen by the user.
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { type Contact, updateContact } from '#contract/contacts.ts';
import { ApiError } from '../../app/api.ts';
import { useSend } from '../../app/queries.ts';
import { showContact } from './contactPage.api.ts';
import { savedVersion } from './contacts.api.ts';
import { changesOf, clashingFields, type Draft, draftOf, editedFields, mergedDraft, withoutEmptyRows } from './contacts.draft.ts';
import type { Field } from './contacts.fields.ts';

export interface Clash {
  mine: Draft;
  theirs: Contact;
  fields: readonly Field[];
  /** Whether choosing saves. */
  saving: boolean;
}

export function useContactDraft(contact: Contact, fields: readonly Field[], onDone: () => void) {
  const [base, setBase] = useState(contact);
  const [clash, setClash] = useState<Clash>();
  const form = useForm<Draft>({ initialValues: draftOf(contact, fields) });
  const send = useSend(updateContact, { form: true, handles: ['contacts.stale'] });

  const submit = (draft: Draft, over: Contact) => {
    const change = changesOf(over, draft, fields);
    if (Object.keys(change).length === 0) return onDone();
    send.mutate(
      { params: { id: over.id }, body: { ...change, version: over.version } },
      {
        onSuccess(saved) {
          showContact(saved);
          onDone();
        },
        onError(error) {
          const theirs = savedVersion(error);
          if (theirs) meet(theirs, draft, over, true);
          else if (error instanceof ApiError) form.setErrors(placed(error.fieldErrors));
        },
      },
    );
  };
  const meet = (theirs: Contact, draft: Draft, over: Contact, saving: boolean) => {
    const clashing = clashingFields(over, draft, theirs, fields);
    if (clashing.length > 0) setClash({ mine: draft, theirs, fields: clashing, saving });
    else adopt(theirs, mergedDraft(over, draft, theirs, fields), saving);
  };
  const adopt = (theirs: Contact, draft: Draft, saving: boolean) => {
    setClash(undefined);
    setBase(theirs);
    form.setValues(draft);
    if (saving) submit(draft, theirs);
  };

  const elsewhere = Object.entries(form.errors).filter(([path]) => !fields.some((field) => path.startsWith(field.path)));
  return {
    form,
    busy: send.isPending,
    clash,
    isEdited: editedFields(base, form.getValues(), fields).length > 0,
    /** What the server refused of fields that are not in this form. */
    error: elsewhere.map(([, text]) => text).join(' '),
    /** Fields of the form that somebody else changed since it was opened. */
    changedMeanwhile: contact.version === base.version ? [] : editedFields(base, draftOf(contact, fields), fields),
    showMeanwhile: () => meet(contact, form.getValues(), base, false),
    save() {
      const draft = withoutEmptyRows(form.getValues());
      form.setValues(draft);
      form.clearErrors();
      submit(draft, base);
    },
    /** `leave`: the fields where theirs stays. */
    resolve(leave: readonly string[]) {
      if (clash) adopt(clash.theirs, mergedDraft(base, clash.mine, clash.theirs, fields, leave), clash.saving);
    },
    goOnEditing: () => setClash(undefined),
  };
}

/** One control chooses between two fields of the server. */
const placed = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).map(([path, text]) => [/^(owner|pool)_id$/.test(path) ? 'holder' : path, text]));
