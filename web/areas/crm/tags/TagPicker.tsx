// Tags found by typing; a new name becomes a new tag.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf, useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import type { ContactsScopeInput } from '#contract/contactsScope.ts';
import { createTag, searchTags, type Tag } from '#contract/tags.ts';
import { TypeaheadMany, type TypeaheadManyProps } from '#ui/Typeahead.tsx';

interface Props extends Omit<TypeaheadManyProps, 'value' | 'onChange' | 'options' | 'onSearch'> {
  value: readonly Tag[];
  onChange: (value: Tag[]) => void;
  /** Offer to make a new tag (default: where the user may). */
  canCreate?: boolean;
  /** Shows beside each tag how many contacts of this scope have it. */
  scope?: ContactsScopeInput;
}

const newTag = 'new:';

export function TagPicker({ value, onChange, canCreate, scope, ...rest }: Props) {
  const me = useMe();
  const [q, setQ] = useState('');
  const { data } = useQuery(queryOf(searchTags, { body: { q, contacts_scope: scope ?? null } }));
  const create = useSend(createTag, { invalidates: [searchTags], onDone: (tag) => onChange([...value, tag]) });
  const tags = [...value, ...(data?.data ?? [])];
  const options = data?.data.map(({ id, name, color, contacts_count, contacts_count_capped }) => ({
    value: String(id),
    label: name,
    tone: color,
    ...(contacts_count !== null && { hint: `${contacts_count.toLocaleString()}${contacts_count_capped ? '+' : ''}` }),
  }));
  const isNew = q !== '' && !tags.some(({ name }) => name.toLowerCase() === q.toLowerCase());
  if (options && isNew && (canCreate ?? me.can['tags.create']))
    options.push({ value: newTag + q, label: `Make the tag “${q}”`, tone: 'gray' });

  return (
    <TypeaheadMany
      {...rest}
      options={options}
      onSearch={setQ}
      value={value.map(({ id, name, color }) => ({ value: String(id), label: name, tone: color }))}
      onChange={(chosen) => {
        const made = chosen.find((option) => option.value.startsWith(newTag));
        if (made) create.mutate({ body: { name: made.value.slice(newTag.length) } });
        onChange(chosen.flatMap((option) => tags.find(({ id }) => String(id) === option.value) ?? []));
      }}
    />
  );
}
