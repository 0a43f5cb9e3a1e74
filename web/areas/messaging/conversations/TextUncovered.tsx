// Above the buttons of a text that nothing would pay for: it would not leave.
import { Button, Group } from '@mantine/core';
import { useMe } from '#app/session.ts';
import { FormError } from '#ui/FormError.tsx';
import { balanceOf } from '#web/areas/money/wallet/wallet.labels.ts';
import type { TextCost } from './conversations.cost.ts';

/** The calls' sentence says minutes. */
const usedUpWords = 'The texts of this month are used up. Please request additional texts from your manager.';

export function TextUncovered({ cost: { lacks, available }, onTopUp }: { cost: TextCost; onTopUp: () => void }) {
  const { can, impersonator } = useMe();
  return (
    <FormError>
      {lacks && (
        <Group gap="xs">
          {lacks === 'refused' ? usedUpWords : `Your wallet has ${balanceOf(available)}, which does not cover this text.`}
          {lacks === 'wallet' && can['wallet.use'] && !impersonator && (
            <Button size="compact-sm" variant="default" onClick={onTopUp}>
              Top up
            </Button>
          )}
        </Group>
      )}
    </FormError>
  );
}
