import { Button } from '@mantine/core';
import { IconForms } from '@tabler/icons-react';
import { StatusBadge, TagChip } from '#ui/Dot.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { FormError } from '#ui/FormError.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { longName, Piece } from './Piece.tsx';
import classes from './PiecesPage.module.css';

export const PieceStates = () => (
  <>
    <Piece name="Nothing yet">
      <EmptyState icon={IconForms} heading="h3" title="No pools yet" text="A pool keeps contacts that many draw from.">
        <Button>Add a pool</Button>
      </EmptyState>
    </Piece>
    <Piece name="Failed">
      <ErrorState text="The server did not answer" request="req-12" onRetry={() => {}} />
    </Piece>
    <Piece name="Forbidden">
      <ErrorState text="This is not open to you" denied />
    </Piece>
    <Piece name="Loading, wrong, small">
      <SkeletonLines lines={4} />
      <FormError>Somebody else removed it meanwhile. Nothing was saved.</FormError>
      <div className={classes.row}>
        <StatusBadge status={{ title: 'New', color: 'blue' }} />
        <StatusBadge status={{ title: longName, color: 'red' }} />
        <TagChip tag={{ name: 'hot', color: 'orange' }} onRemove={() => {}} />
        <TagChip tag={{ name: longName, color: 'green' }} />
      </div>
    </Piece>
  </>
);
