// Contacts that the undo left alone: who has changed each since, and when.
import { Title } from '@mantine/core';
import { counted } from '#contract/kit/formats.ts';
import type { TransferAttempt } from '#contract/transfers.ts';
import { KeptContacts } from '#web/areas/crm/bulk/KeptContacts.tsx';
import classes from './Transfers.module.css';

export const TransferKept = ({ undo }: { undo: NonNullable<TransferAttempt['undo']> }) => (
  <section aria-labelledby="kept" className={classes.log}>
    <Title order={2} size="h4" id="kept">
      {counted(undo.kept, 'contact')} left as changed since
    </Title>
    <KeptContacts undo={undo} />
  </section>
);
