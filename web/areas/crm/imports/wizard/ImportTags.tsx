// Tags by name, as in an import form: a saved form may name a deleted tag, which the import creates again.
import type { ImportForm } from '#contract/imports.ts';
import type { Tag } from '#contract/tags.ts';
import { TagPicker } from '#web/areas/crm/tags/TagPicker.tsx';

type NamedTag = ImportForm['tags'][number];

export function ImportTags({
  label,
  value,
  onChange,
}: {
  label: string;
  value: NamedTag[];
  onChange: (value: NamedTag[]) => void;
}) {
  // The picker needs ids; which id a name has does not matter here.
  const tags = value.map((tag, index): Tag => ({ ...tag, id: -1 - index }));
  return <TagPicker label={label} value={tags} onChange={(chosen) => onChange(byName(chosen))} />;
}

const byName = (tags: Tag[]): NamedTag[] =>
  [...new Map(tags.map(({ name, color }) => [name.toLowerCase(), { name, color }])).values()].slice(0, 20);
