// Asks before a row of a look-up is deleted: how many records point at it, and which row replaces it.
import { Select } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { isRefused } from '../api.ts';
import { notice } from '../notices.tsx';
import { useSend } from '../queries.ts';
import { usedWords } from './LookupTable.tsx';
import { aRow, type LookupRow, type LookupScreen } from './lookups.ts';

interface Props {
  screen: LookupScreen;
  row: LookupRow;
  others: readonly LookupRow[];
  onClose: () => void;
}

export function LookupDelete({ screen, row, others, onClose }: Props) {
  const name = screen.nameOf(row);
  const { losesValues } = screen;
  const [told, setTold] = useState(row.used ?? 0);
  const [other, setOther] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const remove = useSend(screen.remove, { invalidates: [screen.list], handles: ['lookups.in_use'] });
  const heir = others.find(({ id }) => String(id) === other);
  const words = usedWords(screen, told);

  const confirm = () => {
    if (told > 0 && !heir && !losesValues) return setMissing(true);
    const query = losesValues ? { with_values: told > 0 } : heir ? { replace_with: heir.id } : {};
    remove.mutate({ params: { id: row.id }, query } as object, {
      onSuccess: () => {
        notice.done(heir ? `${words} will be ${screen.nameOf(heir)} instead. Then ${name} is deleted` : `Deleted ${name}`);
        onClose();
      },
      // The count was not known, or someone used the row just now.
      onError: (error) => isRefused(error, 'lookups.in_use') && setTold((error.problem.data as { count: number }).count),
    });
  };

  return (
    <ConfirmDialog
      opened
      title={`Delete ${name}?`}
      action={told > 0 ? (losesValues ? 'Delete it all the same' : 'Replace and delete') : `Delete the ${screen.one}`}
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {told > 0 && losesValues ? (
        losesValues(words)
      ) : told > 0 ? (
        <Select
          label={`${words} ${told === 1 ? 'has' : 'have'} it. Replace it by`}
          placeholder={`Choose ${aRow(screen)}`}
          searchable
          data={others.filter(({ id }) => id !== row.id).map((each) => ({ value: String(each.id), label: screen.nameOf(each) }))}
          value={other}
          error={missing && !heir && 'Choose what takes its place'}
          onChange={setOther}
        />
      ) : (
        'This cannot be undone.'
      )}
    </ConfirmDialog>
  );
}
