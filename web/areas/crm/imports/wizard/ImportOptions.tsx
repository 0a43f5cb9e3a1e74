// Options for all rows: their owner, status, tags, and the rule for contacts that exist already.
import { Checkbox, Radio, SegmentedControl, Stack, TextInput, Title } from '@mantine/core';
import type { ImportForm } from '#contract/imports.ts';
import type { Tag } from '#contract/tags.ts';
import { CategoryPicker, SourcePicker, StatusPicker } from '#web/areas/crm/reference/StatusPicker.tsx';
import { TagPicker } from '#web/areas/crm/tags/TagPicker.tsx';
import classes from './ImportFile.module.css';
import { ImportHolder } from './ImportHolder.tsx';
import { changeForm } from './imports.draft.ts';

type Scrub = ImportForm['scrub_against'];

const rules: { value: Scrub['rule']; label: string; description: string }[] = [
  { value: 'skip', label: 'Skip the row', description: 'The contact stays as it is.' },
  { value: 'update', label: 'Update the contact', description: 'The file fills in and overrides; what it does not say stays.' },
  { value: 'create', label: 'Import it anyway', description: 'Nothing is compared; the same person may come in twice.' },
];

const matchBy: { value: Scrub['by'][number]; label: string }[] = [
  { value: 'phone', label: 'Phone' },
  { value: 'email', label: 'E-mail' },
  { value: 'name_address', label: 'Name and address' },
];

export function ImportOptions({ form }: { form: ImportForm }) {
  const change = (part: Partial<ImportForm>) => changeForm({ ...form, ...part });
  const scrub = form.scrub_against;
  const changeScrub = (part: Partial<Scrub>) => change({ scrub_against: { ...scrub, ...part } });
  const vendor = form.api_vendor_obj ?? { vendor_name: '', lead_type: '', vendor_id: null };
  const changeVendor = (part: Partial<typeof vendor>) => {
    const next = { ...vendor, ...part };
    change({ api_vendor_obj: next.vendor_name || next.lead_type ? next : null });
  };
  const unlessSaid = 'Unless the file says one';

  return (
    <aside className={classes.pane} data-scrolls aria-label="What happens with the rows">
      <Title order={2} size="h3">
        The new contacts
      </Title>
      <SegmentedControl
        aria-label="What they are"
        value={form.kind}
        onChange={(kind) => change({ kind })}
        data={[
          { value: 'lead', label: 'Leads' },
          { value: 'client', label: 'Clients' },
        ]}
      />
      <ImportHolder form={form} onChange={change} />
      <ImportTags label="Tags to add" value={form.tags} onChange={(tags) => change({ tags })} />
      <StatusPicker
        label="Status"
        description={unlessSaid}
        clearable
        value={form.status_id}
        onChange={(status_id) => change({ status_id })}
      />
      <SourcePicker
        label="Source"
        description={unlessSaid}
        clearable
        value={form.source_id}
        onChange={(source_id) => change({ source_id })}
      />
      <CategoryPicker
        label="Category"
        description={unlessSaid}
        clearable
        value={form.category_id}
        onChange={(category_id) => change({ category_id })}
      />
      <Title order={2} size="h3" mt="sm">
        Contacts that are there already
      </Title>
      <Radio.Group aria-label="When a row is a contact already" value={scrub.rule} onChange={(rule) => changeScrub({ rule })}>
        <Stack gap="xs">
          {rules.map((rule) => (
            <Radio key={rule.value} {...rule} classNames={{ description: classes.said }} />
          ))}
        </Stack>
      </Radio.Group>
      {scrub.rule !== 'create' && (
        <>
          <Checkbox.Group
            label="Known by any of"
            value={scrub.by}
            onChange={(by) => changeScrub({ by })}
            error={scrub.by.length === 0 && 'Choose at least one, else no row is known'}
          >
            <Stack gap="xs" my="0.25rem">
              {matchBy.map((field) => (
                <Checkbox key={field.value} {...field} />
              ))}
            </Stack>
          </Checkbox.Group>
          <ImportTags
            label="Tags to add to them"
            value={scrub.updated_lead_tags}
            onChange={(updated_lead_tags) => changeScrub({ updated_lead_tags })}
          />
        </>
      )}
      <Title order={2} size="h3" mt="sm">
        Where the list comes from
      </Title>
      <TextInput
        label="Lead vendor"
        autoComplete="off"
        maxLength={100}
        value={vendor.vendor_name}
        onChange={(event) => changeVendor({ vendor_name: event.currentTarget.value })}
      />
      <TextInput
        label="Kind of lead"
        placeholder="As the vendor calls it"
        autoComplete="off"
        maxLength={100}
        value={vendor.lead_type}
        onChange={(event) => changeVendor({ lead_type: event.currentTarget.value })}
      />
    </aside>
  );
}

type NamedTag = ImportForm['tags'][number];

/** Tags by name, as in an import form: a saved form may name a deleted tag, which the import creates again. */
function ImportTags({ label, value, onChange }: { label: string; value: NamedTag[]; onChange: (value: NamedTag[]) => void }) {
  // The picker needs ids; which id a name has does not matter here.
  const tags = value.map((tag, index): Tag => ({ ...tag, id: -1 - index }));
  return <TagPicker label={label} value={tags} onChange={(chosen) => onChange(byName(chosen))} />;
}

const byName = (tags: Tag[]): NamedTag[] =>
  [...new Map(tags.map(({ name, color }) => [name.toLowerCase(), { name, color }])).values()].slice(0, 20);
