// Merges every group in view as a job, after a look at the numbers.
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { mergeByRule, previewMergeByRule } from '#contract/contactMerges.ts';
import { findDuplicates } from '#contract/duplicates.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import { counted } from '#contract/kit/formats.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { followBulk } from '#web/areas/crm/bulk/bulk.banner.ts';

export function DuplicatesMergeDialog({ search, onClose }: { search: CallOf<typeof mergeByRule>['body']; onClose: () => void }) {
  const [same_name, setSameName] = useState(true);
  const body = { ...search, same_name };
  const preview = useQuery({ ...queryOf(previewMergeByRule, { body }), staleTime: 0 });
  const send = useSend(mergeByRule, {
    invalidates: [findDuplicates],
    onDone: (action) => {
      followBulk(action);
      onClose();
    },
  });
  const { groups = 0, contacts = 0, left = 0 } = preview.data ?? {};
  return (
    <Dialog onClose={onClose} title="Merge all duplicates" size="md">
      <Checkbox
        label="Only contacts with the same name"
        description="Without it, people who share a phone or an e-mail, such as a couple, become one contact."
        checked={same_name}
        onChange={(event) => setSameName(event.currentTarget.checked)}
        mb="md"
      />
      <div role="status">
        {preview.error ? (
          <FailedQuery query={preview} />
        ) : preview.isPending ? (
          <SkeletonLines lines={3} height={16} />
        ) : groups === 0 ? (
          <Text>No group can be merged by this rule.</Text>
        ) : (
          <Text>
            {counted(groups, 'group')} become one contact each; {counted(contacts, 'contact')} are merged into another. Each field
            takes the better value. You can undo this for 90 days.
          </Text>
        )}
        {left > 0 && (
          <Text c="dimmed" size="sm" mt="xs">
            {counted(left, 'group')} left for you to decide: more than ten contacts, different birth dates or Medicare numbers, or
            a contact of another group.
          </Text>
        )}
      </div>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button disabled={groups === 0} loading={send.isPending} onClick={() => send.mutate({ body })}>
          Merge {counted(groups, 'group')}
        </Button>
      </Group>
    </Dialog>
  );
}
