// The templates of texts: searched, written, shared and deleted.
import { Anchor, Badge, Button, Switch, TextInput } from '@mantine/core';
import { IconMessagePlus, IconMessageSearch, IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { invalidate, queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { listTextTemplates, type TextTemplate } from '#contract/textTemplates.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './EmailListPage.module.css';
import { TextDrawer } from './TextDrawer.tsx';
import { sharedWords } from './templates.labels.ts';

export function TextListPage() {
  const { q, all } = useSearch({ from: '/shell/admin/texts' });
  const navigate = useNavigate({ from: '/admin/texts' });
  const { id: myId, can } = useMe();
  const [edited, setEdited] = useState<TextTemplate | 'new'>();
  const texts = useQuery({ ...queryOf(listTextTemplates, { query: { q, all } }), placeholderData: keepPreviousData });
  useUpdate('emails.changed', () => void invalidate(listTextTemplates));
  const rows = texts.data?.data ?? [];
  const add = (
    <Button leftSection={<IconPlus size="1rem" />} onClick={() => setEdited('new')}>
      New template
    </Button>
  );
  return (
    <>
      <PageHeader title="Texts" about={rows.length || undefined}>
        {add}
      </PageHeader>
      <div className={classes.page}>
        <div className={classes.tools}>
          <TextInput
            type="search"
            aria-label="Search templates by name or words"
            placeholder="Search by name or words"
            className={classes.search ?? ''}
            leftSection={<IconSearch size="1rem" stroke={1.6} />}
            maxLength={100}
            value={q}
            onChange={({ currentTarget }) =>
              void navigate({ search: (old) => ({ ...old, q: currentTarget.value }), replace: true })
            }
          />
          {can['team.lead'] && (
            <Switch
              label="Also private ones of my people"
              checked={all}
              onChange={({ currentTarget }) =>
                void navigate({ search: (old) => ({ ...old, all: currentTarget.checked }), replace: true })
              }
            />
          )}
        </div>
        {texts.error && !texts.data ? (
          <FailedQuery query={texts} />
        ) : texts.isPending ? (
          <SkeletonLines lines={8} height={20} />
        ) : rows.length === 0 ? (
          q ? (
            <EmptyState icon={IconMessageSearch} title="No such template" text="Search for another name or other words." />
          ) : (
            <EmptyState
              icon={IconMessagePlus}
              title="No templates of texts yet"
              text="Write a text once, with the contact’s name and more filled in for each."
            >
              {add}
            </EmptyState>
          )
        ) : (
          <ul className={classes.rows} aria-label="Templates of texts">
            {rows.map((row) => (
              <li key={row.id} className={classes.row}>
                <div className={classes.words}>
                  <Anchor component="button" type="button" fw={600} onClick={() => setEdited(row)}>
                    {row.name}
                  </Anchor>
                  <p className={classes.excerpt}>{row.body}</p>
                </div>
                <div className={classes.facts}>
                  <Badge variant="light">{sharedWords[row.share]}</Badge>
                  {row.owner.id !== myId && <span className={classes.faint}>{row.owner.name}</span>}
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
      {edited && <TextDrawer template={edited === 'new' ? null : edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}
