// A contact's tags, taken off and put on where they stand; each change is saved at once.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useSend } from '#app/queries.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { type Contact, getContact } from '#contract/contacts.ts';
import { type Tag, updateTagsSingle } from '#contract/tags.ts';
import { TagChip } from '#ui/Dot.tsx';
import { ahead, later, useOpened } from '#ui/later.ts';
import { Popover } from '#ui/Popover.tsx';
import { patchRow } from '../contacts.api.ts';
import classes from './ContactSummary.module.css';
import { patchContact } from './contactPage.api.ts';

const TagPicker = later(() => import('#web/areas/crm/tags/TagPicker.tsx').then((module) => module.TagPicker));

export function ContactSummaryTags({ contact: { id: contactId, tags, can } }: { contact: Contact }) {
  const [opened, setOpened] = useOpened(TagPicker);
  const save = useSend(updateTagsSingle, {
    invalidates: [getContact, listContactTimeline],
    onDone: (saved) => patchRow(saved.id, { tags: saved.tags, version: saved.version }),
  });
  const change = (next: Tag[]) => {
    const undo = patchContact(contactId, { tags: next });
    save.mutate({ body: { id: contactId, tags: idsOf(next), before: idsOf(tags) } }, { onError: undo });
  };
  if (tags.length === 0 && !can.update) return null;
  return (
    <section className={classes.block} aria-labelledby="tags">
      <h2 className={classes.title} id="tags">
        Tags
      </h2>
      <div className={classes.tags}>
        {tags.map((tag) => (
          <TagChip
            key={tag.id}
            tag={tag}
            {...(can.update && { onRemove: () => change(tags.filter(({ id }) => id !== tag.id)) })}
          />
        ))}
        {can.update && (
          <Popover
            opened={opened}
            onClose={() => setOpened(false)}
            position="bottom-start"
            width="18rem"
            target={
              <Button
                variant="subtle"
                color="gray"
                size="compact-xs"
                leftSection={<IconPlus size="0.8rem" />}
                onClick={() => setOpened(!opened)}
                {...ahead(TagPicker)}
              >
                Tag
              </Button>
            }
          >
            <TagPicker label="Tags" value={tags} onChange={change} data-autofocus comboboxProps={{ withinPortal: false }} />
          </Popover>
        )}
      </div>
    </section>
  );
}

const idsOf = (tags: readonly Tag[]) => tags.map(({ id }) => id);
