// A new import: Drop → Map → Check; Go is the page of the import itself. Only composes.
import { useSearch } from '@tanstack/react-router';
import { ImportCheck } from './ImportCheck.tsx';
import { ImportDrop } from './ImportDrop.tsx';
import { ImportMap } from './ImportMap.tsx';
import { useDraft } from './imports.draft.ts';

export function ImportWizardPage() {
  const { step } = useSearch({ from: '/shell/imports/new' });
  const kept = useDraft();
  const draft = kept?.started ? null : kept;
  if (!draft || !step) return <ImportDrop draft={draft} />;
  return step === 'map' ? <ImportMap draft={draft} /> : <ImportCheck draft={draft} />;
}
