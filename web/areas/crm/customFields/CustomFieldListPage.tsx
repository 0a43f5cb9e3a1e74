// The fields a company adds to its contacts: one list in their order, a dialog to add or change one.
import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconForms, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { type CustomField, deleteCustomField, listCustomFields, updateCustomField } from '#contract/customFields.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { later } from '#ui/later.ts';
import { MenuDivider, MenuItem } from '#ui/Menu.tsx';
import { OverflowMenu } from '#ui/OverflowMenu.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { customFieldsQuery } from '#web/areas/crm/reference/reference.api.ts';
import classes from './CustomFieldListPage.module.css';
import { typeWords } from './customFields.labels.ts';

const CustomFieldDialog = later(() => import('./CustomFieldDialog.tsx').then((module) => module.CustomFieldDialog));

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
      <PageHeader title="Custom fields" about={list.length || undefined}>
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
          <PlainTable
            label="Custom fields"
            rows={list}
            keyOf={({ id }) => id}
            columns={[
              { header: 'Name', cell: ({ name }) => name },
              { header: 'Kind', cell: ({ type }) => typeWords[type] },
              { header: 'Choices', cell: ({ choices }) => choices.join(', ') },
            ]}
            actions={(field, place) => (
              <OverflowMenu label={`Actions of ${field.name}`}>
                <MenuItem leftSection={<IconPencil size="1rem" stroke={1.6} />} onClick={() => setEdited(field)}>
                  Edit
                </MenuItem>
                <MenuItem
                  leftSection={<IconArrowUp size="1rem" stroke={1.6} />}
                  disabled={place === 0}
                  onClick={() => move.mutate({ params: { id: field.id }, body: { position: place - 1 } })}
                >
                  Move up
                </MenuItem>
                <MenuItem
                  leftSection={<IconArrowDown size="1rem" stroke={1.6} />}
                  disabled={place === list.length - 1}
                  onClick={() => move.mutate({ params: { id: field.id }, body: { position: place + 1 } })}
                >
                  Move down
                </MenuItem>
                <MenuDivider />
                <MenuItem color="red" leftSection={<IconTrash size="1rem" stroke={1.6} />} onClick={() => setLeaving(field)}>
                  Remove
                </MenuItem>
              </OverflowMenu>
            )}
          />
        )}
      </div>
      <Suspense>
        {edited && <CustomFieldDialog field={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      </Suspense>
      <ConfirmDialog
        opened={leaving !== undefined}
        title={`Remove the field ${leaving?.name}?`}
        action="Remove the field"
        busy={remove.isPending}
        onConfirm={() => leaving && remove.mutate({ params: { id: leaving.id } })}
        onClose={() => setLeaving(undefined)}
      >
        Its values are removed from every contact. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
