// A contact's tags, changed in place: sent when the popover closes.
import { VisuallyHidden } from '@mantine/core';
import { startTransition, useState } from 'react';
import type { ContactRow } from '#contract/contacts.ts';
import type { Tag } from '#contract/tags.ts';
import { TagChip } from '#ui/Dot.tsx';
import { later } from '#ui/later.ts';
import { Popover } from '#ui/Popover.tsx';
import classes from './ContactColumns.module.css';

const TagPicker = later(() => import('#web/areas/crm/tags/TagPicker.tsx').then((module) => module.TagPicker));

export function ContactTagsCell({
  contact,
  reachable,
  onChange,
}: {
  contact: ContactRow;
  /** Whether tabbing may stop here. */
  reachable: boolean;
  onChange: (tags: Tag[]) => void;
}) {
  const [draft, setDraft] = useState<Tag[]>();
  // Most rows are only read: the popover is rendered at its first use.
  const [used, setUsed] = useState(false);
  const shown = inSight(contact.tags);
  const chips = (
    <>
      <span className={classes.tags}>
        {shown.map((tag) => (
          <TagChip key={tag.id} tag={tag} />
        ))}
      </span>
      {contact.tags.length > shown.length && <span className={classes.more}>+{contact.tags.length - shown.length}</span>}
    </>
  );
  if (contact.limited || contact.deleted_at) return chips;
  const button = (
    <button
      type="button"
      className={classes.edit}
      tabIndex={reachable ? 0 : -1}
      onClick={() => {
        if (draft) return close();
        startTransition(() => {
          setUsed(true);
          setDraft(contact.tags);
        });
      }}
    >
      <VisuallyHidden>Tags: </VisuallyHidden>
      {contact.tags.length > 0 ? chips : <span className={classes.add}>Add a tag</span>}
    </button>
  );
  if (!used) return button;
  return (
    <Popover opened={draft !== undefined} onClose={close} position="bottom-start" width="18rem" target={button}>
      {draft && (
        <TagPicker
          label="Tags"
          value={draft}
          onChange={setDraft}
          data-autofocus
          comboboxProps={{ withinPortal: false }}
          description="Saved when this closes"
        />
      )}
    </Popover>
  );

  function close() {
    if (draft && namesOf(draft) !== namesOf(contact.tags)) onChange(draft);
    setDraft(undefined);
  }
}

/** Two short names side by side, or one longer name. */
function inSight(tags: readonly Tag[]): readonly Tag[] {
  const [first, second] = tags;
  return tags.slice(0, first && second && first.name.length + second.name.length <= 9 ? 2 : 1);
}

const namesOf = (tags: readonly Tag[]) =>
  tags
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .join();
