// The law's rules and the company's own: what is in force today, what was and what comes.
import { Button, Select, Text } from '@mantine/core';
import { IconPlus, IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { ruleKindNames, ruleKinds } from '#contract/complianceLists.ts';
import { type ComplianceRule, endComplianceRule, listComplianceRules } from '#contract/complianceRules.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { dayWords } from '#ui/days.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { later } from '#ui/later.ts';
import { MenuItem } from '#ui/Menu.tsx';
import { todayIn } from '#ui/moments.ts';
import { OverflowMenu } from '#ui/OverflowMenu.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import classes from './Compliance.module.css';
import { channelList, ruleWords, stateWords } from './compliance.labels.ts';

const RuleForm = later(() => import('./RuleForm.tsx').then((module) => module.RuleForm));

const views = [
  { value: 'in_force', label: 'In force today' },
  { value: 'own', label: 'Our own rules' },
  { value: 'all', label: 'All, with past and coming ones' },
];

export function RuleTab() {
  const { timezone } = useMe();
  const [view, setView] = useState('in_force');
  const [state, setState] = useState<string | null>(null);
  /** Null: a rule beside all others; a rule: one in its place. */
  const [adding, setAdding] = useState<ComplianceRule | null>();
  const [ending, setEnding] = useState<ComplianceRule>();
  const query = useQuery(queryOf(listComplianceRules, { query: {} }));
  const end = useSend(endComplianceRule, {
    invalidates: [listComplianceRules],
    onDone: () => {
      notice.done(`Ended “${ending?.title}”`);
      setEnding(undefined);
    },
  });
  if (query.error && !query.data) return <FailedQuery query={query} />;
  if (!query.data) return <SkeletonLines lines={10} height={24} />;
  const isOwn = ({ id }: ComplianceRule) => id.startsWith('own:');
  const all = query.data.data;
  const rows = all
    .filter((rule) => (view === 'in_force' ? rule.in_force : view === 'own' ? isOwn(rule) : true))
    .filter((rule) => !state || rule.state === state || rule.state === '')
    .sort((one, other) => ruleKindNames.indexOf(one.kind) - ruleKindNames.indexOf(other.kind));
  const known = [...new Set(all.map((rule) => rule.state))].filter(Boolean);
  const isOver = ({ effective_until }: ComplianceRule) => effective_until !== null && effective_until <= todayIn(timezone);

  return (
    <>
      <Text mb="md">
        Every rule in force counts, and the strictest decides. Your own rules can add to the law at any time; to allow more than
        the law’s rule, replace it and confirm.
      </Text>
      <div className={classes.bar}>
        <Select label="Show" data={views} allowDeselect={false} value={view} onChange={(next) => setView(next ?? 'in_force')} />
        <Select
          label="For contacts in"
          placeholder="Any state"
          clearable
          searchable
          data={known.map((code) => ({ value: code, label: stateWords(code) }))}
          value={state}
          onChange={setState}
        />
        <Button leftSection={<IconPlus size="1rem" />} onClick={() => setAdding(null)}>
          Add a rule
        </Button>
      </div>
      {rows.length === 0 ? (
        <EmptyState
          icon={IconScale}
          title="No rules here"
          text="Your company keeps to the law’s rules. Add a rule to be stricter."
        />
      ) : (
        <PlainTable
          label="Rules"
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              header: 'Rule',
              cell: (rule) => (
                <>
                  <div className={classes.name}>{rule.title}</div>
                  <div className={classes.small}>
                    {isOwn(rule) ? `Ours, by ${rule.created_by?.name ?? 'a former user'}` : rule.source}
                  </div>
                </>
              ),
            },
            { header: 'Says', cell: (rule) => ruleWords(rule) || ruleKinds[rule.kind] },
            { header: 'For', cell: ({ channels }) => channelList(channels) },
            { header: 'Where', cell: (rule) => stateWords(rule.state) },
            {
              header: 'Dates',
              cell: (rule) => (
                <span className="figures">
                  From {dayWords(rule.effective_from)}
                  {rule.effective_until && ` until ${dayWords(rule.effective_until)}`}
                  {rule.set_aside_by && <div className={classes.warning}>Replaced by a rule of ours</div>}
                </span>
              ),
            },
          ]}
          actions={(rule) =>
            isOwn(rule) ? (
              !isOver(rule) && (
                <Button size="xs" variant="default" aria-label={`End ${rule.title}`} onClick={() => setEnding(rule)}>
                  End
                </Button>
              )
            ) : (
              <OverflowMenu label={`Actions of ${rule.title}`}>
                <MenuItem onClick={() => setAdding(rule)}>Replace with our own rule</MenuItem>
              </OverflowMenu>
            )
          }
        />
      )}
      {adding !== undefined && <RuleForm law={adding ?? undefined} onClose={() => setAdding(undefined)} />}
      <ConfirmDialog
        opened={ending !== undefined}
        title={`End “${ending?.title}”?`}
        action="End the rule"
        busy={end.isPending}
        onConfirm={() => ending && end.mutate({ params: { id: Number(ending.id.slice(4)) } })}
        onClose={() => setEnding(undefined)}
      >
        It no longer counts from today. {ending?.replaces && 'The law’s rule that it replaces counts again.'}
      </ConfirmDialog>
    </>
  );
}
