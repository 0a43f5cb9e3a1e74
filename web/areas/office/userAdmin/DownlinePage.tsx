// The tree of people, as far as it is opened. A person is dragged onto another manager, or moved by keys.
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { queryOf } from '#app/queries.ts';
import { listManageableBusinessUnits } from '#contract/users.ts';
import { later } from '#ui/later.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import classes from './DownlinePage.module.css';
import { DownlineTree } from './DownlineTree.tsx';
import type { Move } from './MoveEffect.tsx';

const MoveDialog = later(() => import('./userAdmin.dialogs.ts').then((module) => module.MoveDialog));

export function DownlinePage() {
  const units = useQuery(queryOf(listManageableBusinessUnits)).data?.data ?? [];
  const [unit, setUnit] = useState<string | null>(null);
  const [move, setMove] = useState<Move>();
  return (
    <div className={classes.page}>
      <PageHeader title="Downline" />
      <div className={classes.bar}>
        {units.length > 1 && (
          <Select
            className={classes.unit ?? ''}
            aria-label="Business unit"
            placeholder="Every business unit"
            clearable
            data={units.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={unit}
            onChange={setUnit}
          />
        )}
        <p className={classes.hint} id="downline-hint">
          Drag a person onto a manager, or press the handle and then the manager. By keys: arrows move and open, Space picks up
          and sets down.
        </p>
      </div>
      <DownlineTree key={unit} unit={unit === null ? undefined : Number(unit)} onMove={setMove} />
      <Suspense>{move && <MoveDialog {...move} onClose={() => setMove(undefined)} />}</Suspense>
    </div>
  );
}
