// The bank of the demo asks whether it was the holder of the card who pays (3-D Secure).
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { isRefused } from '#app/api.ts';
import { NotFoundPage } from '#app/ErrorPage.tsx';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { answerSandboxCharge, getSandboxCharge } from '#contract/sandboxCards.ts';
import { CardPage } from '#ui/CardPage.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';

export function SandboxConfirmPage() {
  const { id } = useParams({ from: '/sandbox/cards/confirm/$id' });
  const charge = useQuery(queryOf(getSandboxCharge, { params: { id } }));
  const answer = useSend(answerSandboxCharge, { onDone: ({ return_url }) => location.assign(return_url) });
  const say = (approve: boolean) => answer.mutate({ params: { id }, body: { approve } });
  const busy = answer.isPending || answer.isSuccess;
  if (isRefused(charge.error, 'not_found'))
    return (
      <main>
        <NotFoundPage />
      </main>
    );
  return (
    <CardPage title="Is it you who pays?" text="This is the demo’s bank. A real one would ask you in its app.">
      {charge.error && !charge.data ? (
        <FailedQuery query={charge} />
      ) : charge.isPending ? (
        <SkeletonLines lines={2} height={20} />
      ) : charge.data.open ? (
        <>
          <Text>{`Pay $${charge.data.amount} with the card ${charge.data.card}?`}</Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={busy} onClick={() => say(false)}>
              Refuse
            </Button>
            <Button loading={busy} onClick={() => say(true)}>
              Approve
            </Button>
          </Group>
        </>
      ) : (
        <Text>
          This was answered already. <Anchor href={charge.data.return_url}>Go back</Anchor>
        </Text>
      )}
    </CardPage>
  );
}
