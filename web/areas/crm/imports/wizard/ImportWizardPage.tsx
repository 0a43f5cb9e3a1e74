// A new import: Drop → Map → Check; Go is the import's own page. Loads a file from the server if this window lacks it.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { isRefused } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf } from '#app/queries.ts';
import { getImportDraft } from '#contract/importDrafts.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { later } from '#ui/later.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { ImportFrame } from './ImportFrame.tsx';
import { type Draft, type DraftStep, reachStep, resumeDraft, useDraft } from './imports.draft.ts';

const ImportDrop = later(() => import('./ImportDrop.tsx').then((module) => module.ImportDrop));
const ImportMap = later(() => import('./ImportMap.tsx').then((module) => module.ImportMap));
const ImportCheck = later(() => import('./ImportCheck.tsx').then((module) => module.ImportCheck));

export function ImportWizardPage() {
  const { draft: id, step } = useSearch({ from: '/shell/imports/new' });
  const draft = useDraft();
  if (!id || !step)
    return (
      <Suspense fallback={<Coming step="drop" />}>
        <ImportDrop />
      </Suspense>
    );
  if (draft?.file.id !== id) return <Resume key={id} id={id} step={step} />;
  if (draft.started) return <Navigate to="/imports/$id" params={{ id: String(id) }} replace />;
  return <Step draft={draft} step={step} />;
}

function Step({ draft, step }: { draft: Draft; step: DraftStep }) {
  useEffect(() => reachStep(step), [step]);
  return (
    <Suspense fallback={<Coming step={step} />}>
      {step === 'map' ? <ImportMap draft={draft} /> : <ImportCheck draft={draft} />}
    </Suspense>
  );
}

const Coming = ({ step }: { step: DraftStep | 'drop' }) => (
  <ImportFrame step={step}>
    <SkeletonLines lines={10} />
  </ImportFrame>
);

function Resume({ id, step }: { id: number; step: DraftStep }) {
  const saved = useQuery({ ...queryOf(getImportDraft, { params: { id } }), staleTime: 0, gcTime: 0 });
  useEffect(() => {
    if (saved.data) resumeDraft(saved.data);
  }, [saved.data]);
  if (isRefused(saved.error, 'imports.not_a_draft')) return <Navigate to="/imports/$id" params={{ id: String(id) }} replace />;
  if (isRefused(saved.error, 'not_found', 'imports.unreadable')) return <Gone />;
  if (!saved.error) return <Coming step={step} />;
  return (
    <ImportFrame step={step}>
      <FailedQuery query={saved} />
    </ImportFrame>
  );
}

const Gone = () => (
  <EmptyState
    heading="h1"
    title="This file is no longer here"
    text="A file that is not imported is removed after some days. Choose it again."
  >
    <Button renderRoot={(props) => <Link to="/imports/new" {...props} />}>Import a file</Button>
  </EmptyState>
);
