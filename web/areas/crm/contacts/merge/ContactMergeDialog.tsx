// Two to ten contacts side by side: which one stays, and whose value each field takes. The better value is proposed.
import { Button, Group, Radio, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { notice } from '#app/notices.tsx';
import { queryOf, useSend } from '#app/queries.ts';
import { type MergePreview, mergeContacts, previewMerge } from '#contract/contactMerges.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { useCustomFields } from '#web/areas/crm/reference/reference.api.ts';
import { useContactNames } from '../filters/useContactNames.ts';
import classes from './ContactMergeDialog.module.css';
import { attachedInWords, labelOfField, valueInMerge } from './contacts.mergeFields.ts';
import { changedByMerge, unmerge } from './contacts.unmerge.ts';

export function ContactMergeDialog({
  ids,
  onClose,
  onDone,
}: {
  ids: readonly number[];
  onClose: () => void;
  onDone: () => void;
}) {
  const preview = useQuery({ ...queryOf(previewMerge, { body: { ids: [...ids] } }), staleTime: 0, gcTime: 0 });
  return (
    <Dialog onClose={onClose} title={`Merge ${ids.length} contacts`} size="auto" classNames={{ content: classes.dialog ?? '' }}>
      {preview.data ? (
        <Choices preview={preview.data} onClose={onClose} onDone={onDone} />
      ) : preview.error ? (
        <FailedQuery query={preview} />
      ) : (
        <SkeletonLines lines={10} height={20} />
      )}
    </Dialog>
  );
}

function Choices({ preview, onClose, onDone }: { preview: MergePreview; onClose: () => void; onDone: () => void }) {
  const { contacts, fields, attached } = preview;
  const [survivor, setSurvivor] = useState(preview.survivor_id);
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({});
  const custom = useCustomFields();
  const nameOf = useContactNames(...contacts);
  const differing = fields.filter(({ differs }) => differs);
  const send = useSend(mergeContacts, {
    invalidates: changedByMerge,
    handles: ['conflict'],
    onDone: ({ merge_id, contact }) => {
      notice.done(`Merged ${contacts.length} contacts into ${contact.name || 'one'}`, () => void unmerge(merge_id));
      onClose();
      onDone();
    },
  });
  const take = Object.fromEntries(differing.map(({ field, from }) => [field, chosen[field] ?? from]));
  const nameAt = (place: number) => contacts[place]?.name || `Contact ${place + 1}`;

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate({ body: { ids: contacts.map(({ id }) => id), survivor_id: survivor, fields: take } });
      }}
    >
      <Text c="dimmed" size="sm" mb="sm">
        Phones, e-mails, tags, standing notes and do-not-contact wishes are combined. Notes and history move to the contact that
        stays.
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.scroll} aria-label="Contacts side by side" tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Keep</th>
              {contacts.map((contact, place) => (
                <th key={contact.id} scope="col" data-chosen={contact.id === survivor || undefined}>
                  <Radio
                    name="survivor"
                    size="xs"
                    label={nameAt(place)}
                    aria-label={`Keep ${nameAt(place)}, column ${place + 1}`}
                    checked={contact.id === survivor}
                    onChange={() => setSurvivor(contact.id)}
                    {...(contact.id === preview.survivor_id && { 'data-autofocus': true })}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {differing.map(({ field, from }) => {
              const label = labelOfField(field, custom);
              return (
                <tr key={field}>
                  <th scope="row">{label}</th>
                  {contacts.map((contact, place) => {
                    const value = valueInMerge(contact, field, nameOf, custom);
                    const isChosen = contact.id === (chosen[field] ?? from);
                    return (
                      <td key={contact.id} data-chosen={isChosen || undefined}>
                        <Radio
                          name={field}
                          size="xs"
                          label={value || <span className={classes.empty}>Empty</span>}
                          aria-label={`${label}: ${value || 'empty'}, column ${place + 1}`}
                          checked={isChosen}
                          onChange={() => setChosen({ ...chosen, [field]: contact.id })}
                        />
                      </td>
                    );
                  })}
                </tr>
              );
            })}
            <tr>
              <th scope="row">Moves along</th>
              {contacts.map(({ id, tags }) => (
                <td key={id} className={classes.empty}>
                  {[attachedInWords(attached[id]), tags.map(({ name }) => name).join(', ')].filter(Boolean).join(' · ') ||
                    'Nothing'}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
      {send.error && (
        <Text role="alert" c="red" size="sm" mt="sm">
          {send.error.message}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={send.isPending}>
          Merge {contacts.length} contacts
        </Button>
      </Group>
    </form>
  );
}
