// Composes the contact list. The URL has the filters, `useChoice` the selection.
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useDeferredValue, useMemo } from 'react';
import { useMe } from '#app/session.ts';
import { useShortcuts } from '#app/shortcuts.ts';
import { ahead, later, useOpened } from '#ui/later.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { contactCountQuery, contactRowsQuery } from '../contacts.api.ts';
import { scopeOf } from '../filters/contacts.scope.ts';
import { SavedViewTabs } from '../views/SavedViewTabs.tsx';
import classes from './ContactListPage.module.css';
import { ContactTable } from './ContactTable.tsx';
import { ContactToolbar } from './ContactToolbar.tsx';
import { isNothing } from './contacts.selection.ts';
import { askedSearch, fittingRows, typedSearch } from './contacts.typed.ts';
import { useChoice } from './useChoice.ts';
import { useContactSearch } from './useContactSearch.ts';

const ContactBulkBar = later(() => import('./ContactBulkBar.tsx').then((module) => module.ContactBulkBar));
const ContactBoard = later(() => import('../board/ContactBoard.tsx').then((module) => module.ContactBoard));
const ContactCreateDialog = later(() => import('../form/ContactCreateDialog.tsx').then((module) => module.ContactCreateDialog));

export function ContactListPage() {
  const me = useMe();
  const [search] = useContactSearch();
  // Rows are asked for while the user types; the count, and what else follows the URL, after a pause.
  const asked = askedSearch.use() ?? search.q;
  const scope = scopeOf({ ...search, q: asked });
  const board = search.layout === 'board';
  const list = useInfiniteQuery({ ...contactRowsQuery(scope), enabled: !board });
  const counted = useQuery(contactCountQuery(scopeOf(search)));
  const count = asked === search.q ? counted.data : undefined;
  const found = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data]);
  const typed = typedSearch.use() ?? search.q;
  const waiting = list.isPlaceholderData || typed.trim() !== asked;
  const fitting = useMemo(() => (waiting ? fittingRows(found, typed) : found), [found, typed, waiting]);
  // Rows render between keystrokes.
  const rows = useDeferredValue(fitting);
  const total = count && !count.capped ? count.total : undefined;
  const choice = useChoice(JSON.stringify(scope), rows, total, search.contact_group !== 'all_agents' || me.admin);
  const [creating, setCreating] = useOpened();
  const open = () => setCreating(true);
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false }) ?? false;
  useShortcuts(me.can['contacts.create'] ? [{ keys: 'n', label: 'New contact', group: 'Contacts', run: open }] : []);

  return (
    <div className={classes.page}>
      <PageHeader
        title="Contacts"
        about={counted.data && `${counted.data.total.toLocaleString('en-US')}${counted.data.capped ? '+' : ''}`}
      >
        {me.can['contacts.import'] && !phone && (
          <Button
            variant="default"
            leftSection={<IconFileImport size="1rem" />}
            renderRoot={(props) => <Link to="/imports/new" {...props} />}
          >
            Import
          </Button>
        )}
        {me.can['contacts.create'] && (
          <Button leftSection={<IconPlus size="1rem" />} onClick={open} {...ahead(ContactCreateDialog)}>
            {phone ? 'New' : 'New contact'}
          </Button>
        )}
      </PageHeader>
      <SavedViewTabs />
      <ContactToolbar />
      {board ? (
        <Suspense fallback={<SkeletonLines lines={6} height={48} />}>
          <ContactBoard scope={scopeOf(search)} />
        </Suspense>
      ) : (
        <ContactTable
          list={list}
          rows={rows}
          loading={rows.length === 0 && (list.isPending || found.length > 0)}
          total={total}
          choice={choice}
          phone={phone}
          onCreate={open}
        />
      )}
      <Suspense>
        {me.can['contacts.bulk'] && !board && !isNothing(choice.selection) && (
          <ContactBulkBar choice={choice} scope={scope} inView={count} />
        )}
      </Suspense>
      <Suspense>{creating && <ContactCreateDialog onClose={() => setCreating(false)} />}</Suspense>
    </div>
  );
}
