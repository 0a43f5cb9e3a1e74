// A contact's prescriptions. Nothing of them is kept in the browser, and the audit log says who looked.
import { Button, Group, Text, Title } from '@mantine/core';
import { IconPill, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import type { Contact } from '#contract/contacts.ts';
import { getRxDetails, type Prescription, updateRxDetails } from '#contract/prescriptions.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { MenuItem } from '#ui/Menu.tsx';
import { OverflowMenu } from '#ui/OverflowMenu.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { PrescriptionForm } from './PrescriptionForm.tsx';
import { prescriptionsQuery, showPrescriptions } from './prescriptions.api.ts';

export function ContactPrescriptions({ contact: { id, can } }: { contact: Contact }) {
  const me = useMe();
  /** The row in the form; null: a new one. */
  const [editing, setEditing] = useState<Prescription | null>();
  const query = useQuery(prescriptionsQuery(id));
  const send = useSend(updateRxDetails, {
    invalidates: [listContactTimeline],
    onDone: (saved, { params }) => showPrescriptions(Number(params.id), saved),
  });
  const mayChange = can.update && me.can['prescriptions.update'];
  if (query.error && !query.data) return <FailedQuery query={query} />;
  if (!query.data) return <SkeletonLines lines={5} height={16} />;
  const { data: rows, version } = query.data;
  const drop = (row: Prescription) =>
    send.mutate(
      { params: { id }, body: { version, rx_details: rows.filter((each) => each !== row) } },
      {
        onSuccess: () => notice.done(`Removed ${row.drug}`, () => void putBack(row)),
        onError: () => void query.refetch(),
      },
    );
  /** As a new row of the list as it is by then, also when this screen is closed. */
  const putBack = ({ id: _removed, ...row }: Prescription) =>
    call(getRxDetails, { params: { id } }).then(
      (now) => send.mutate({ params: { id }, body: { version: now.version, rx_details: [...now.data, row] } }),
      notice.failed,
    );
  return (
    <section aria-label="Prescriptions">
      <Group justify="space-between" mt="md" mb="xs">
        <Title order={2} size="h3">
          Prescriptions
        </Title>
        {mayChange && (
          <Button variant="default" size="compact-sm" leftSection={<IconPlus size="0.9rem" />} onClick={() => setEditing(null)}>
            Add a prescription
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        Opening this list is recorded in the audit log.
      </Text>
      {rows.length === 0 ? (
        <EmptyState icon={IconPill} heading="h3" title="No prescriptions yet" />
      ) : (
        <PlainTable
          label="Prescriptions"
          rows={rows}
          keyOf={(row) => row.id}
          columns={[
            { header: 'Drug', cell: ({ drug }) => drug },
            { header: 'Dose', cell: ({ dose, form }) => [dose, form].filter(Boolean).join(', ') },
            { header: 'Frequency', cell: ({ frequency }) => frequency },
            { header: 'Pharmacy', cell: ({ pharmacy }) => pharmacy },
            { header: 'Doctor', cell: ({ doctor }) => doctor },
          ]}
          actions={(row) =>
            mayChange && (
              <OverflowMenu label={`Actions of ${row.drug}`}>
                <MenuItem onClick={() => setEditing(row)}>Edit</MenuItem>
                <MenuItem onClick={() => drop(row)}>Remove</MenuItem>
              </OverflowMenu>
            )
          }
        />
      )}
      {editing !== undefined && (
        <PrescriptionForm
          contactId={id}
          rows={rows}
          version={version}
          row={editing ?? undefined}
          reload={() => void query.refetch()}
          onClose={() => setEditing(undefined)}
        />
      )}
    </section>
  );
}
