// The fields a company adds to its contacts: one list in their order, a dialog to add or change one.
import { ActionIcon, Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconForms, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { type CustomField, deleteCustomField, listCustomFields, updateCustomField } from '#contract/customFields.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { customFieldsQuery } from '#web/areas/crm/reference/reference.api.ts';
import { CustomFieldDialog } from './CustomFieldDialog.tsx';
import classes from './CustomFieldListPage.module.css';
import { typeWords } from './customFields.words.ts';

export function CustomFieldListPage() {
  const fields = useQuery(customFieldsQuery);
  const [edited, setEdited] = useState<CustomField | 'new'>();
  const [leaving, setLeaving] = useState<CustomField>();
  const invalidates = [listCustomFields];
  const move = useSend(updateCustomField, { invalidates });
  const remove = useSend(deleteCustomField, {
    invalidates,
    onDone: () => {
      notice.done(`Removed ${leaving?.name}`);
      setLeaving(undefined);
    },
  });
  const list = fields.data?.data ?? [];
  const add = (
    <Button leftSection={<IconPlus size="1rem" />} onClick={() => setEdited('new')}>
      Add a field
    </Button>
  );

  return (
    <>
      <PageHeader title="Custom fields" aside={list.length || undefined}>
        {list.length > 0 && add}
      </PageHeader>
      <div className={classes.page}>
        {fields.error && !fields.data ? (
          <FailedQuery query={fields} />
        ) : fields.isPending ? (
          <SkeletonLines lines={5} height={20} />
        ) : list.length === 0 ? (
          <EmptyState
            icon={IconForms}
            title="No fields of your own yet"
            text="Add what your office keeps about a contact and Steward does not: they appear on every contact, in filters and in imports."
          >
            {add}
          </EmptyState>
        ) : (
          <Table highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th>Kind</Table.Th>
                <Table.Th>Choices</Table.Th>
                <Table.Th className={classes.deeds}>
                  <VisuallyHidden>Deeds</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {list.map((field, place) => (
                <Table.Tr key={field.id}>
                  <Table.Th scope="row">{field.name}</Table.Th>
                  <Table.Td>{typeWords[field.type]}</Table.Td>
                  <Table.Td>
                    <Text lineClamp={1}>{field.choices.join(', ')}</Text>
                  </Table.Td>
                  <Table.Td className={classes.deeds}>
                    <Deed
                      label={`Move ${field.name} up`}
                      icon={IconArrowUp}
                      disabled={place === 0}
                      onClick={() => move.mutate({ params: { id: field.id }, body: { position: place - 1 } })}
                    />
                    <Deed
                      label={`Move ${field.name} down`}
                      icon={IconArrowDown}
                      disabled={place === list.length - 1}
                      onClick={() => move.mutate({ params: { id: field.id }, body: { position: place + 1 } })}
                    />
                    <Deed label={`Edit ${field.name}`} icon={IconPencil} onClick={() => setEdited(field)} />
                    <Deed label={`Remove ${field.name}`} icon={IconTrash} onClick={() => setLeaving(field)} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </div>
      {edited && <CustomFieldDialog field={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        opened={leaving !== undefined}
        title={`Remove the field ${leaving?.name}?`}
        deed="Remove the field"
        busy={remove.isPending}
        onConfirm={() => leaving && remove.mutate({ params: { id: leaving.id } })}
        onClose={() => setLeaving(undefined)}
      >
        What every contact holds in it goes too. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

function Deed({
  label,
  icon: Icon,
  disabled = false,
  onClick,
}: {
  label: string;
  icon: typeof IconPencil;
  disabled?: boolean;
  onClick: () => void;
}) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={disabled} className={classes.deed} onClick={onClick}>
      <Icon size="1rem" stroke={1.6} />
    </ActionIcon>
  );
}
