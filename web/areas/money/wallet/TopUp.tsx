// Tops the wallet up from any screen: with the stored card, or first on the wallet's page with a new one.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryOf } from '#app/queries.ts';
import { getWallet } from '#contract/wallet.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { TopUpDialog } from './TopUpDialog.tsx';

export function TopUp({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(queryOf(getWallet));
  if (!data) return null;
  if (data.card) return <TopUpDialog card={data.card} onClose={onClose} />;
  return (
    <Dialog title="Top up the wallet" onClose={onClose} size="sm">
      <Text>
        There is no card yet. <Link to="/wallet">Add one on the wallet’s page</Link>, then top up there.
      </Text>
    </Dialog>
  );
}
