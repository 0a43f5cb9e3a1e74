import { Button } from '@mantine/core';
import { IconMail, IconNote, IconPhone } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { BulkBar } from '#ui/BulkBar.tsx';
import { FilterAdd } from '#ui/FilterAdd.tsx';
import { FilterChip } from '#ui/FilterChip.tsx';
import { KeyValueList } from '#ui/KeyValueList.tsx';
import { MenuItem } from '#ui/Menu.tsx';
import { OverflowMenu } from '#ui/OverflowMenu.tsx';
import { PersonAvatar } from '#ui/PersonAvatar.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { StatTile } from '#ui/StatTile.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { Timeline, TimelineEntry } from '#ui/Timeline.tsx';
import { longName, Piece } from './Piece.tsx';
import classes from './PiecesPage.module.css';

const pools = [
  { id: 1, name: 'Walk-ins', unit: 'Miami', contacts: 1204 },
  { id: 2, name: longName, unit: 'Fort Lauderdale', contacts: 7 },
  { id: 3, name: 'T65', unit: '', contacts: 12_480 },
];

const told = [
  { id: 1, at: new Date().toISOString(), icon: IconPhone, text: 'called: no answer', note: undefined },
  {
    id: 2,
    at: new Date(Date.now() - 86_400_000).toISOString(),
    icon: IconNote,
    text: 'wrote a note',
    note: 'Prefers mornings.\nHas two policies elsewhere.',
  },
  { id: 3, at: '2025-11-21T20:04:00Z', icon: IconMail, text: `wrote to ${longName}`, note: undefined },
];

const tabs = {
  details: { word: 'Details', part: () => <KeyValueList facts={facts} /> },
  files: { word: 'Files', part: () => 'No files yet' },
};

const facts = [
  ['Name', longName],
  [
    'Phone',
    <span key="phone" className="figures">
      (305) 555-0142
    </span>,
  ],
  ['E-mail', null],
  ['Owner', 'Ana Ruiz'],
] as const;

export function PieceLists() {
  const [tab, setTab] = useState<keyof typeof tabs>('details');
  const [opened, setOpened] = useState(false);
  const adder = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Piece name="Plain table">
        <PlainTable
          label="Pools"
          rows={pools}
          keyOf={({ id }) => id}
          columns={[
            { header: 'Name', cell: ({ name }) => name },
            { header: 'Unit', cell: ({ unit }) => unit },
            { header: 'Contacts', cell: ({ contacts }) => contacts.toLocaleString('en-US'), figures: true },
          ]}
          actions={({ name }) => (
            <OverflowMenu label={`Actions of ${name}`}>
              <MenuItem>Edit</MenuItem>
            </OverflowMenu>
          )}
        />
      </Piece>
      <Piece name="Tabs and facts">
        <Tabs label="A contact" tabs={tabs} tab={tab} onTab={setTab} />
      </Piece>
      <Piece name="Figures and people">
        <div className={classes.tiles}>
          <StatTile label="Contacts" figure="12,480" hint="204 more than last week" />
          <StatTile label="Overdue" figure="7" tone="red" />
          <StatTile label="Premium" figure={undefined} />
        </div>
        <div className={classes.row}>
          {['Ana Ruiz', 'Rosa Alvarez', 'Tom Boyd', longName].map((name, place) => (
            <PersonAvatar key={name} person={{ id: place + 1, name }} />
          ))}
        </div>
      </Piece>
      <Piece name="Timeline">
        <Timeline entries={told} timezone="est">
          {({ at, icon, text, note }) => (
            <TimelineEntry icon={icon} at={at} timezone="est" note={note}>
              <strong>Ana Ruiz</strong> {text}
            </TimelineEntry>
          )}
        </Timeline>
      </Piece>
      <Piece name="Filters and a selection" wide>
        <div className={classes.row}>
          <FilterChip
            words="Status is New or Working"
            opened={opened}
            onOpen={() => setOpened(true)}
            onClose={() => setOpened(false)}
            onRemove={() => adder.current?.focus()}
          >
            <Button onClick={() => setOpened(false)}>Done</Button>
          </FilterChip>
          <FilterAdd buttonRef={adder} fields={[{ value: 'state', label: 'State' }]} onPick={() => setOpened(true)} />
        </div>
        <BulkBar label="Selected pools" count={1204} total="12,480" words="all in view but 3" onClear={() => {}}>
          <Button>Tag 1,204 contacts</Button>
        </BulkBar>
        <BulkBar label="Selection that is counted" count={undefined} onClear={() => {}}>
          <Button disabled>Tag</Button>
        </BulkBar>
      </Piece>
    </>
  );
}
