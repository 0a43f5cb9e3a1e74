// Why a text to this number would not leave, or when it would, before it is written.
import { Alert, Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMe } from '#app/session.ts';
import { gateChecks } from '#contract/complianceLists.ts';
import type { showConversation } from '#contract/conversations.ts';
import type { AnswerOf } from '#contract/kit/endpoint.ts';
import { momentIn } from '#ui/moments.ts';

interface Props {
  about: AnswerOf<typeof showConversation>;
  number: string | null;
}

export function TextGate({ about: { has_number, phones }, number }: Props) {
  const { timezone, can } = useMe();
  const decision = phones.find((phone) => phone.number === number);
  if (!has_number)
    return (
      <Alert role="note" variant="light" color="yellow">
        You have no number to text from.{' '}
        {can['numbers.buy'] ? (
          <Anchor inherit underline="always" renderRoot={(props) => <Link to="/numbers" {...props} />}>
            Open your numbers
          </Anchor>
        ) : (
          'Your administrator can give you one.'
        )}
      </Alert>
    );
  // The registration has a notice of its own.
  if (!decision?.reason || decision.answer === 'yes' || decision.reason === 'not_registered') return null;
  const { title, mend } = gateChecks[decision.reason];
  return (
    <Alert role="note" variant="light" color={decision.answer === 'no' ? 'red' : 'blue'}>
      {decision.answer === 'later' && decision.until
        ? `${title}: a text waits until ${momentIn(timezone, decision.until)}.`
        : `A text to this number does not leave. ${title}. ${mend}.`}
    </Alert>
  );
}
