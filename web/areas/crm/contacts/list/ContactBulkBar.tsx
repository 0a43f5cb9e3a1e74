// Says which contacts are selected, and offers the actions.
import { Button, TextInput } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowRight,
  IconChevronDown,
  IconDownload,
  IconMail,
  IconMessage,
  IconPencil,
  IconPhoneCall,
  IconPhoneCheck,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useDeferredValue, useState } from 'react';
import { useMe } from '#app/session.ts';
import { useShortcuts } from '#app/shortcuts.ts';
import type { ContactsScopeInput } from '#contract/contactsScope.ts';
import { maxMerged } from '#contract/duplicates.ts';
import { counted } from '#contract/kit/formats.ts';
import { BulkBar } from '#ui/BulkBar.tsx';
import { later } from '#ui/later.ts';
import { MenuItem } from '#ui/Menu.tsx';
import { OverflowMenu } from '#ui/OverflowMenu.tsx';
import { Popover } from '#ui/Popover.tsx';
import { contactCountQuery } from '../contacts.api.ts';
import classes from './ContactBulkBar.module.css';
import { countOf, everything, isTooLong, needsTotal, wordsOf } from './contacts.selection.ts';
import type { Choice } from './useChoice.ts';

const ContactChangeDialog = later(() => import('./ContactChangeDialog.tsx').then((module) => module.ContactChangeDialog));
const ContactDeleteDialog = later(() => import('./ContactDeleteDialog.tsx').then((module) => module.ContactDeleteDialog));
const ContactDialDialog = later(() => import('./ContactDialDialog.tsx').then((module) => module.ContactDialDialog));
const ContactExportDialog = later(() => import('./ContactExportDialog.tsx').then((module) => module.ContactExportDialog));
const ContactMailDialog = later(() => import('./ContactMailDialog.tsx').then((module) => module.ContactMailDialog));
const ContactTextDialog = later(() => import('./ContactTextDialog.tsx').then((module) => module.ContactTextDialog));
const ContactPhoneCheckDialog = later(() =>
  import('./ContactPhoneCheckDialog.tsx').then((module) => module.ContactPhoneCheckDialog),
);
const ContactTransferDialog = later(() => import('./ContactTransferDialog.tsx').then((module) => module.ContactTransferDialog));
const ContactMergeDialog = later(() => import('../merge/ContactMergeDialog.tsx').then((module) => module.ContactMergeDialog));
const ContactTagDialog = later(() => import('./ContactTagDialog.tsx').then((module) => module.ContactTagDialog));

export function ContactBulkBar({
  choice,
  scope,
  inView,
}: {
  choice: Choice;
  scope: ContactsScopeInput;
  inView: { total: number; capped: boolean } | undefined;
}) {
  const { clear } = choice;
  const me = useMe();
  const selection = useDeferredValue(choice.selection); // the tick is drawn first
  const exact = useQuery({ ...contactCountQuery(scope, true), enabled: needsTotal(selection) });
  const [dialog, setDialog] = useState<
    'tag' | 'change' | 'transfer' | 'delete' | 'restore' | 'merge' | 'export' | 'mail' | 'text' | 'phones' | 'dial'
  >();
  const close = () => setDialog(undefined);
  const isDeleted = scope.contact_group === 'deleted';
  const chosen = needsTotal(selection) ? exact.data && countOf(selection, exact.data.total) : countOf(selection, 0);
  const tooLong = isTooLong(selection);
  const count = tooLong ? undefined : chosen; // no action takes it
  useShortcuts(
    isDeleted || tooLong
      ? []
      : [{ keys: 't', label: 'Tag the selected contacts', group: 'Contacts', run: () => setDialog('tag') }],
  );

  const { total, capped } = (needsTotal(selection) ? exact.data : inView) ?? { total: undefined, capped: false };
  const ids = selection.mode === 'ids' ? [...selection.ids] : [];
  const about = { selection, scope, onClose: close, onDone: clear };
  return (
    <>
      <BulkBar
        label="Selected contacts"
        count={chosen}
        total={total !== undefined ? `${total.toLocaleString('en-US')}${capped ? '+' : ''}` : undefined}
        words={tooLong ? 'at most 10,000 can be ticked; choose all, or the first or last, under Select' : wordsOf(selection)}
        choices={choice.canChooseAll && <SelectMenu choice={choice} />}
        onClear={clear}
      >
        {isDeleted ? (
          <Button leftSection={<IconArrowBackUp size="1rem" />} disabled={!count} onClick={() => setDialog('restore')}>
            {labelOf('Restore', count)}
          </Button>
        ) : (
          <>
            <Button
              variant="default"
              leftSection={<IconTrash size="1rem" />}
              disabled={!count}
              onClick={() => setDialog('delete')}
            >
              Delete
            </Button>
            {me.can['contacts.export'] && (
              <Button
                variant="default"
                leftSection={<IconDownload size="1rem" />}
                disabled={!count}
                onClick={() => setDialog('export')}
              >
                Export
              </Button>
            )}
            {me.can['messages.group'] && (
              <Button
                variant="default"
                leftSection={<IconMail size="1rem" />}
                disabled={!count}
                onClick={() => setDialog('mail')}
              >
                E-mail
              </Button>
            )}
            {me.can['messages.group'] && me.features.texting && (
              <Button
                variant="default"
                leftSection={<IconMessage size="1rem" />}
                disabled={!count}
                onClick={() => setDialog('text')}
              >
                Text
              </Button>
            )}
            {me.can['calls.make'] && me.features.dialer && (
              <Button
                variant="default"
                leftSection={<IconPhoneCall size="1rem" />}
                disabled={!count}
                onClick={() => setDialog('dial')}
              >
                Start calling
              </Button>
            )}
            {ids.length > 1 && ids.length <= maxMerged && (
              <Button variant="default" onClick={() => setDialog('merge')}>
                Merge
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconPencil size="1rem" />}
              disabled={!count}
              onClick={() => setDialog('change')}
            >
              Change a field
            </Button>
            <Button
              variant="default"
              leftSection={<IconArrowRight size="1rem" />}
              disabled={!count}
              onClick={() => setDialog('transfer')}
            >
              Transfer
            </Button>
            {me.can['contacts.bulk'] && (
              <OverflowMenu label="More actions">
                <MenuItem leftSection={<IconPhoneCheck size="1rem" />} disabled={!count} onClick={() => setDialog('phones')}>
                  Check numbers
                </MenuItem>
              </OverflowMenu>
            )}
            <Button leftSection={<IconTag size="1rem" />} disabled={!count} onClick={() => setDialog('tag')}>
              {labelOf('Tag', count)}
            </Button>
          </>
        )}
      </BulkBar>
      <Suspense>
        {count !== undefined && dialog === 'tag' && <ContactTagDialog {...about} count={count} />}
        {count !== undefined && dialog === 'export' && <ContactExportDialog {...about} count={count} />}
        {count !== undefined && dialog === 'mail' && <ContactMailDialog {...about} count={count} />}
        {count !== undefined && dialog === 'text' && <ContactTextDialog {...about} count={count} />}
        {count !== undefined && dialog === 'dial' && <ContactDialDialog {...about} count={count} />}
        {count !== undefined && dialog === 'phones' && <ContactPhoneCheckDialog {...about} count={count} />}
        {dialog === 'merge' && <ContactMergeDialog ids={ids} onClose={close} onDone={clear} />}
        {count !== undefined && dialog === 'change' && <ContactChangeDialog {...about} count={count} />}
        {count !== undefined && dialog === 'transfer' && <ContactTransferDialog {...about} count={count} />}
        {count !== undefined && (dialog === 'delete' || dialog === 'restore') && (
          <ContactDeleteDialog {...about} count={count} restores={dialog === 'restore'} />
        )}
      </Suspense>
    </>
  );
}

const labelOf = (action: string, count: number | undefined) =>
  count === undefined ? action : `${action} ${counted(count, 'contact')}`;

function SelectMenu({ choice }: { choice: Choice }) {
  const [opened, setOpened] = useState(false);
  const [n, setN] = useState('50');
  const amount = Math.min(Math.max(Number(n) || 1, 1), 250_000);
  const shown = amount.toLocaleString('en-US');
  const pick = (run: () => void) => () => {
    setOpened(false);
    run();
  };
  const some = (mode: 'first' | 'last') => pick(() => choice.choose({ mode, n: amount, except: new Set() }));
  return (
    <Popover
      opened={opened}
      onClose={() => setOpened(false)}
      position="top-start"
      width="14rem"
      className={classes.menu}
      target={
        <Button
          variant="subtle"
          size="compact-sm"
          rightSection={<IconChevronDown size="0.9rem" />}
          onClick={() => setOpened(!opened)}
        >
          Select
        </Button>
      }
    >
      <Button {...plain} onClick={pick(() => choice.choose(everything))}>
        All in view
      </Button>
      <Button {...plain} onClick={pick(choice.chooseLoaded)}>
        The rows loaded so far
      </Button>
      <TextInput
        label="How many"
        mt="xs"
        type="number"
        min={1}
        max={250_000}
        value={n}
        onChange={(event) => setN(event.currentTarget.value)}
      />
      <Button {...plain} onClick={some('first')}>
        The first {shown}
      </Button>
      <Button {...plain} onClick={some('last')}>
        The last {shown}
      </Button>
    </Popover>
  );
}

const plain = { variant: 'subtle', color: 'gray', justify: 'flex-start', size: 'compact-sm' } as const;
