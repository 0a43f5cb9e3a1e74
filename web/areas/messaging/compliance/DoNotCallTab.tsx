// Lists of numbers that may not be called: uploaded, with their age.
import { Button, Select, Text } from '@mantine/core';
import { IconPhoneOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { upload } from '#app/api.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { invalidate, queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { doNotCallKinds } from '#contract/complianceLists.ts';
import { getComplianceState } from '#contract/complianceRules.ts';
import { counted } from '#contract/kit/formats.ts';
import { type DoNotCallList, listDoNotCallLists, removeDoNotCallList, uploadDoNotCallList } from '#contract/suppressions.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { DayInput } from '#ui/DayInput.tsx';
import { StatusBadge } from '#ui/Dot.tsx';
import { dayWords, isDay } from '#ui/days.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FileDrop } from '#ui/FileDrop.tsx';
import { todayIn } from '#ui/moments.ts';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './Compliance.module.css';
import { listStatusWords, listTones, listWords, stateOptions, stateWords } from './compliance.labels.ts';

export function DoNotCallTab() {
  const { timezone } = useMe();
  const query = useQuery(queryOf(listDoNotCallLists));
  const state = useQuery(queryOf(getComplianceState)).data;
  const [leaving, setLeaving] = useState<DoNotCallList>();
  const remove = useSend(removeDoNotCallList, {
    invalidates: [listDoNotCallLists, getComplianceState],
    onDone: () => {
      notice.done(`Removed ${leaving?.name}`);
      setLeaving(undefined);
    },
  });
  const until = state?.national_list_until;
  const isOld = !until || until < todayIn(timezone);
  return (
    <>
      <Text mb="md" className={(state && isOld && classes.warning) || ''}>
        {!state
          ? ' '
          : !state.national_list_of
            ? 'There is no national list. Until you upload it, nobody may be called for marketing without consent, purchase or inquiry.'
            : isOld
              ? `The national list of ${dayWords(state.national_list_of)} is too old. Upload the current one.`
              : `The national list of ${dayWords(state.national_list_of)} may be used until ${dayWords(until)}.`}
      </Text>
      <Upload />
      {query.error && !query.data ? (
        <FailedQuery query={query} />
      ) : !query.data ? (
        <SkeletonLines lines={4} height={24} />
      ) : query.data.data.length === 0 ? (
        <EmptyState
          icon={IconPhoneOff}
          title="No lists yet"
          text="Upload the national list, and the list of numbers that asked you not to call."
        />
      ) : (
        <PlainTable
          label="Do-not-call lists"
          rows={query.data.data}
          keyOf={({ id }) => id}
          columns={[
            {
              header: 'List',
              cell: (list) => (
                <>
                  <div className={classes.name}>
                    {list.kind === 'state' ? `${listWords.state}: ${stateWords(list.state)}` : listWords[list.kind]}
                  </div>
                  <div className={classes.small}>{list.name}</div>
                </>
              ),
            },
            {
              header: 'State',
              cell: ({ status, error }) => (
                <>
                  <StatusBadge status={{ title: listStatusWords[status], color: listTones[status] }} />
                  {error && <div className={classes.warning}>{error}</div>}
                </>
              ),
            },
            { header: 'Numbers', figures: true, cell: ({ numbers }) => numbers.toLocaleString('en-US') },
            { header: 'Left out', figures: true, cell: ({ refused }) => refused > 0 && counted(refused, 'line') },
            {
              header: 'Of',
              cell: ({ as_of, age }) => (
                <span className="figures">
                  {dayWords(as_of)}, {counted(age, 'day')} old
                </span>
              ),
            },
          ]}
          actions={(list) => (
            <Button size="xs" variant="default" aria-label={`Remove ${list.name}`} onClick={() => setLeaving(list)}>
              Remove
            </Button>
          )}
        />
      )}
      <ConfirmDialog
        opened={leaving !== undefined}
        title={`Remove ${leaving?.name}?`}
        action="Remove the list"
        busy={remove.isPending}
        onConfirm={() => leaving && remove.mutate({ params: { id: leaving.id } })}
        onClose={() => setLeaving(undefined)}
      >
        Its numbers can be called again where nothing else forbids it. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

function Upload() {
  const { timezone } = useMe();
  const [kind, setKind] = useState<DoNotCallList['kind']>('national');
  const [state, setState] = useState<string | null>(null);
  const [day, setDay] = useState<string | null>(todayIn(timezone));
  const [sending, setSending] = useState<{ name: string; share: number; abort: AbortController }>();
  const isReady = day !== null && isDay(day) && (kind !== 'state' || state !== null);

  async function send(file: File) {
    if (!isReady) return notice.failed(new Error('Choose the state and the day of the list first'));
    const abort = new AbortController();
    setSending({ name: file.name, share: 0, abort });
    const input = { body: { kind, state: state ?? '', as_of: day }, file };
    try {
      await upload(uploadDoNotCallList, input, (share) => setSending({ name: file.name, share, abort }), abort.signal);
      notice.done(`${file.name} has arrived and is being read`);
      await invalidate(listDoNotCallLists);
    } catch (error) {
      if (!abort.signal.aborted) notice.failed(error);
    }
    setSending(undefined);
  }

  return (
    <section aria-label="Upload a list" className={classes.upload}>
      <div className={classes.bar}>
        <Select
          label="List"
          allowDeselect={false}
          data={doNotCallKinds.map((value) => ({ value, label: listWords[value] }))}
          value={kind}
          onChange={(next) => setKind((next as DoNotCallList['kind'] | null) ?? 'national')}
        />
        {kind === 'state' && <Select label="Of" searchable data={stateOptions} value={state} onChange={setState} />}
        <DayInput label="Drawn on" value={day} onChange={setDay} />
      </div>
      <FileDrop
        label="A list of numbers"
        many
        icon={IconPhoneOff}
        text="A text or CSV file with one phone number a line, up to 2 GB"
        sending={
          sending && {
            name: sending.name,
            share: sending.share,
            text: `${Math.round(sending.share * 100)} %`,
            onCancel: () => sending.abort.abort(),
          }
        }
        onFile={(file) => void send(file)}
      />
    </section>
  );
}
