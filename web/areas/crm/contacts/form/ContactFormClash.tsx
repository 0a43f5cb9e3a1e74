// Fields of a contact that two people changed at once, in words for the dialog that asks which version to keep.
import { ClashDialog } from '#ui/ClashDialog.tsx';
import { oneself, useEditors } from '../page/useEditors.ts';
import { draftOf, read } from './contacts.draft.ts';
import { type NameOf, valueWords } from './contacts.values.ts';
import type { Clash } from './useContactDraft.ts';

export function ContactFormClash({
  contactId,
  clash,
  nameOf,
  onResolve,
  onClose,
}: {
  contactId: number;
  clash: Clash;
  nameOf: NameOf;
  /** Fields that keep the other person's value. */
  onResolve: (leave: string[]) => void;
  onClose: () => void;
}) {
  const saved = draftOf(clash.theirs, clash.fields);
  const editorOf = useEditors(contactId);
  const who = [...new Set(clash.fields.map((field) => editorOf(field) ?? 'Somebody else'))].join(' and ');
  return (
    <ClashDialog
      title={who === oneself ? 'You changed this contact in another window' : `${who} changed this contact`}
      fields={clash.fields.map((field) => ({
        path: field.path,
        label: field.label,
        mine: valueWords(field, read(clash.mine, field.path), nameOf),
        theirs: valueWords(field, read(saved, field.path), nameOf),
        savedBy: savedBy(editorOf(field)),
      }))}
      submit={clash.saving ? 'Save' : 'Use these'}
      onResolve={onResolve}
      onClose={onClose}
    />
  );
}

const savedBy = (name = 'Theirs') => (name === oneself ? 'Saved in another window' : `${name}, saved`);
