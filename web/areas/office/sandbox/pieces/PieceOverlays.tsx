import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ClashDialog } from '#ui/ClashDialog.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { FormDrawer } from '#ui/FormDrawer.tsx';
import { NumberField, ProseField, TextField } from '#ui/FormFields.tsx';
import { MenuDivider, MenuItem } from '#ui/Menu.tsx';
import { OverflowMenu } from '#ui/OverflowMenu.tsx';
import { longName, Piece } from './Piece.tsx';
import classes from './PiecesPage.module.css';

type Open = 'drawer' | 'refused' | 'clash' | 'confirm' | 'dialog';

export function PieceOverlays() {
  const [open, setOpen] = useState<Open>();
  const form = useForm({ initialValues: { name: 'Walk-ins', note: '', order: 1 as number | null } });
  const close = () => setOpen(undefined);
  const opener = (which: Open, words: string) => (
    <Button variant="default" onClick={() => setOpen(which)}>
      {words}
    </Button>
  );
  return (
    <Piece name="Above the page">
      <div className={classes.row}>
        {opener('drawer', 'Form drawer')}
        {opener('refused', 'Refused')}
        {opener('clash', 'Clash')}
        {opener('confirm', 'Confirm')}
        {opener('dialog', 'Dialog')}
        <OverflowMenu label="Actions of Walk-ins">
          <MenuItem leftSection={<IconPencil size="1rem" stroke={1.6} />}>Edit</MenuItem>
          <MenuItem disabled>Move up</MenuItem>
          <MenuDivider />
          <MenuItem color="red" leftSection={<IconTrash size="1rem" stroke={1.6} />}>
            Remove
          </MenuItem>
        </OverflowMenu>
      </div>
      {(open === 'drawer' || open === 'refused') && (
        <FormDrawer
          title={open === 'drawer' ? 'Edit Walk-ins' : `Edit ${longName}`}
          submit="Save"
          busy={false}
          error={open === 'refused' && 'Somebody else removed it meanwhile. Nothing was saved.'}
          onSubmit={(event) => {
            event.preventDefault();
            close();
          }}
          onClose={close}
        >
          <TextField form={form} path="name" label="Name" focus />
          <ProseField form={form} path="note" label="Note" />
          <NumberField form={form} path="order" label="Place in the list" />
        </FormDrawer>
      )}
      {open === 'clash' && (
        <ClashDialog
          title="Ana Ruiz changed this contact"
          submit="Save"
          fields={[
            { path: 'name', label: 'First name', mine: 'Rosa', theirs: longName, savedBy: 'Ana Ruiz, saved' },
            { path: 'city', label: 'City', mine: '', theirs: 'Miami', savedBy: 'Ana Ruiz, saved' },
          ]}
          onResolve={close}
          onClose={close}
        />
      )}
      <ConfirmDialog
        opened={open === 'confirm'}
        title="Delete 1,204 contacts?"
        action="Delete 1,204 contacts"
        onConfirm={close}
        onClose={close}
      >
        They are gone from every list at once. This cannot be undone.
      </ConfirmDialog>
      {open === 'dialog' && (
        <Dialog title="New contact" onClose={close}>
          <TextInput label="Nickname" defaultValue="Rosie" />
        </Dialog>
      )}
    </Piece>
  );
}
