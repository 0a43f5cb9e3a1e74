// Above the buttons of a text that nothing would pay for: it would not leave.
import { Button, Group, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useMe } from '#app/session.ts';
import { later } from '#ui/later.ts';
import { balanceOf } from '#web/areas/money/wallet/wallet.labels.ts';
import type { TextCost } from './conversations.cost.ts';

const TopUp = later(() => import('#web/areas/money/wallet/TopUp.tsx').then((module) => module.TopUp));

/** The calls' sentence says minutes. */
export const usedUpWords = 'The texts of this month are used up. Please request additional texts from your manager.';

export function TextUncovered({ cost: { lacks, available } }: { cost: TextCost }) {
  const { can, impersonator } = useMe();
  const [topsUp, setTopsUp] = useState(false);
  if (!lacks) return null;
  return (
    <Group gap="xs" role="status">
      <Text size="sm" c="red">
        {lacks === 'refused' ? usedUpWords : `Your wallet has ${balanceOf(available)}, which does not cover this text.`}
      </Text>
      {lacks === 'wallet' && can['wallet.use'] && !impersonator && (
        <Button size="compact-sm" variant="default" onClick={() => setTopsUp(true)}>
          Top up
        </Button>
      )}
      <Suspense>{topsUp && <TopUp onClose={() => setTopsUp(false)} />}</Suspense>
    </Group>
  );
}
