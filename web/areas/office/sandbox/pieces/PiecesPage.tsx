// Every piece of web/ui in its states, in the demo alone: what stands here is what the screens are made of.
import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { NotFoundPage } from '#app/ErrorPage.tsx';
import { queryOf } from '#app/queries.ts';
import { getPlatformInfo } from '#contract/platform.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './PiecesPage.module.css';

const PieceFields = lazy(() => import('./PieceFields.tsx').then((module) => ({ default: module.PieceFields })));
const PieceOverlays = lazy(() => import('./PieceOverlays.tsx').then((module) => ({ default: module.PieceOverlays })));
const PieceLists = lazy(() => import('./PieceLists.tsx').then((module) => ({ default: module.PieceLists })));
const PieceStates = lazy(() => import('./PieceStates.tsx').then((module) => ({ default: module.PieceStates })));
const PieceWork = lazy(() => import('./PieceWork.tsx').then((module) => ({ default: module.PieceWork })));

export function PiecesPage() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const info = useQuery(queryOf(getPlatformInfo));
  if (info.data && !info.data.demo)
    return (
      <main>
        <NotFoundPage />
      </main>
    );
  return (
    <main className={classes.page}>
      <PageHeader title="Pieces" about="what screens are made of">
        <SegmentedControl
          size="xs"
          aria-label="Colours"
          data={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          value={colorScheme === 'dark' ? 'dark' : 'light'}
          onChange={(next) => setColorScheme(next as 'light' | 'dark')}
        />
      </PageHeader>
      {info.data ? (
        <Suspense fallback={<SkeletonLines lines={8} />}>
          <div className={classes.groups}>
            <PieceFields />
            <PieceOverlays />
            <PieceLists />
            <PieceStates />
            <PieceWork />
          </div>
        </Suspense>
      ) : (
        <SkeletonLines lines={8} />
      )}
    </main>
  );
}
