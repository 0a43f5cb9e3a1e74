// Before texts to many: how many get it now, later or not and why; the segments, the cost and the wallet; the
// text as one of them reads it.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { invalidate, queryOf } from '#app/queries.ts';
import { estimateContacts } from '#contract/compliance.ts';
import { estimateTextGroup, type textSource } from '#contract/groupTexts.ts';
import type { AnswerOf } from '#contract/kit/endpoint.ts';
import { counted } from '#contract/kit/formats.ts';
import { FormError } from '#ui/FormError.tsx';
import { later } from '#ui/later.ts';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { TextTest } from '#web/areas/messaging/campaigns/TextTest.tsx';
import { balanceOf, dollarsOf } from '#web/areas/money/wallet/wallet.labels.ts';
import classes from './ContactMailReview.module.css';
import { type Asked, EstimatedGroups } from './EstimatedGroups.tsx';

const TopUp = later(() => import('#web/areas/money/wallet/TopUp.tsx').then((module) => module.TopUp));

type ChosenText = { [Name in keyof typeof textSource]?: Name extends 'message_content' ? string : number };

interface Review {
  text: ChosenText;
  asked: Asked;
  submit: string;
  busy: boolean;
  error: string | false;
  onBack: () => void;
  onSend: () => void;
}

export function ContactTextReview({ text, asked, submit, busy, error, onBack, onSend }: Review) {
  const estimate = useQuery(queryOf(estimateContacts, { body: asked }));
  const isTooMany = isRefused(estimate.error, 'compliance.too_many');
  const people = estimate.data?.groups.reduce((sum, { answer, count }) => (answer === 'no' ? sum : sum + count), 0);
  const { channel: _, agent: __, at: ___, ...selection } = asked;
  const cost = useQuery({
    ...queryOf(estimateTextGroup, { body: { ...selection, ...text, people: people ?? 0 } }),
    enabled: people !== undefined,
  });
  useUpdate('wallet.changed', () => void invalidate(estimateTextGroup));
  const { campaign_trigger_id = text.recurrence_campaign_trigger_id, message_content } = text;
  return (
    <Stack>
      <FormError>
        {error || (cost.data?.numbers === 0 && 'You have no number to text from. Ask an administrator for one.')}
      </FormError>
      {isTooMany ? (
        <Text>
          These are more than 50,000 contacts. Each is checked before its text goes out, and its page says who does not get it and
          why.
        </Text>
      ) : estimate.error ? (
        <FailedQuery query={estimate} />
      ) : estimate.data ? (
        <EstimatedGroups estimate={estimate.data} asked={asked} />
      ) : (
        <SkeletonLines lines={4} />
      )}
      {cost.error ? (
        <FailedQuery query={cost} />
      ) : cost.data ? (
        <Cost cost={cost.data} />
      ) : (
        !isTooMany && <SkeletonLines lines={3} />
      )}
      <TextTest text={campaign_trigger_id !== undefined ? { campaign_trigger_id } : { message_content: message_content ?? '' }} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button data-autofocus disabled={!isTooMany && !people} loading={busy} onClick={onSend}>
          {submit}
        </Button>
      </Group>
    </Stack>
  );
}

type CostOf = AnswerOf<typeof estimateTextGroup>;

function Cost({ cost: { segments, pictures, plan, wallet, minutes, example } }: { cost: CostOf }) {
  const [topsUp, setTopsUp] = useState(false);
  const parts = [
    pictures ? 'A picture message each' : `About ${counted(segments, 'segment')}`,
    wallet && dollarsOf(wallet.cost),
    minutes > 1 && `they leave within ${timeWords(minutes)}`,
  ].filter(Boolean);
  return (
    <section aria-label="Cost and text">
      <Text fw={500} className="figures">
        {parts.join(' · ')}
      </Text>
      {plan && <Plan plan={plan} rest={wallet !== null} />}
      {wallet && (
        <Group gap="xs">
          <Text size="sm" {...(!wallet.covered && { c: 'var(--mantine-color-error)' })}>
            {wallet.covered
              ? `Your wallet has ${balanceOf(wallet.available)}.`
              : `Your wallet has ${balanceOf(wallet.available)}. Texts that it does not cover are not sent.`}
          </Text>
          {!wallet.covered && (
            <Button size="compact-sm" variant="default" onClick={() => setTopsUp(true)}>
              Top up
            </Button>
          )}
        </Group>
      )}
      {example && <p className={classes.bubble}>{example}</p>}
      {topsUp && <TopUp onClose={() => setTopsUp(false)} />}
    </section>
  );
}

/** `rest`: it does not cover all, and the wallet pays the rest. */
function Plan({ plan: { left, beyond }, rest }: { plan: NonNullable<CostOf['plan']>; rest: boolean }) {
  const after =
    beyond === 'refused'
      ? ' Texts beyond it are not sent: ask your manager for more.'
      : rest
        ? ' Your wallet pays the rest.'
        : '';
  return <Text size="sm">{`Your plan has ${counted(left, 'text')} left this month.${after}`}</Text>;
}

const timeWords = (minutes: number) => (minutes < 90 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour'));
