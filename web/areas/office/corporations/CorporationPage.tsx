// One corporation: what it is, its office, its web page and its logo.
import { Button, ColorInput, FileButton, Select, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconArrowLeft, IconBuilding } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, call, isRefused, upload } from '#app/api.ts';
import { useDraftForm } from '#app/draftForm.ts';
import { useHasDraft } from '#app/drafts.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { LeaveGuard } from '#app/LeaveGuard.tsx';
import { notice } from '#app/notices.tsx';
import { invalidate, queryClient, queryOf, useSend } from '#app/queries.ts';
import { corporationTypes } from '#contract/corporationLists.ts';
import {
  type Corporation,
  createCorporation,
  deleteCorporation,
  getCorporation,
  listCorporations,
  updateCorporation,
} from '#contract/corporations.ts';
import { states } from '#contract/lookups.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { CheckField } from '#ui/FormFields.tsx';
import { FormLayout, Wide } from '#ui/FormLayout.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { BusinessUnitSelect } from '#web/areas/crm/reference/BusinessUnitSelect.tsx';
import { PersonPicker } from '#web/areas/identity/users/PersonPicker.tsx';
import classes from './Corporations.module.css';
import { typeWords } from './corporations.labels.ts';

const corporationQuery = (id: number) => queryOf(getCorporation, { params: { id }, query: {} });

export function CorporationPage() {
  const { id } = useParams({ strict: false });
  return id === 'new' ? <New /> : <Stored key={id} id={Number(id)} />;
}

/** State that the form cannot keep in its draft. */
interface Beside {
  /** Undefined: the stored one stays; null: it is removed. */
  logo?: File | null | undefined;
  /** A colleague saved first. */
  isStale?: boolean;
}

function New() {
  const [beside, setBeside] = useState<Beside>({});
  return <CorporationForm corporation={null} beside={beside} onBeside={setBeside} />;
}

function Stored({ id }: { id: number }) {
  const corporation = useQuery(corporationQuery(id));
  const [beside, setBeside] = useState<Beside>({});
  if (isRefused(corporation.error, 'not_found', 'invalid'))
    return (
      <EmptyState heading="h1" icon={IconBuilding} title="This corporation does not exist" text="It was deleted meanwhile.">
        <Link to="/admin/corporations">Go to the corporations</Link>
      </EmptyState>
    );
  if (corporation.error && !corporation.data) return <FailedQuery query={corporation} />;
  if (!corporation.data) return <SkeletonLines lines={8} height={20} />;
  // Of each version the form begins anew: what is typed is kept, and says where a colleague changed the same.
  return <CorporationForm key={corporation.data.version} corporation={corporation.data} beside={beside} onBeside={setBeside} />;
}

type Values = Omit<Corporation, 'id' | 'logo' | 'sources' | 'faqs' | 'latest_news' | 'version'>;

const blank: Values = {
  type: 'agency',
  name: '',
  description: '',
  domain_name: '',
  color_1: '',
  color_2: '',
  color_3: '',
  business_unit_id: null,
  languages_spoken: '',
  office_hours: '',
  office_address: '',
  office_city: '',
  office_state: '',
  office_zip_code: '',
  office_phone: '',
  office_email: '',
  facebook: '',
  instagram: '',
  linkedin: '',
  twitter: '',
  google: '',
  youtube: '',
  yelp: '',
  tracking_code: '',
  webpage_active: false,
  user: null,
};

const texts: [keyof Values, string, number][] = [
  ['languages_spoken', 'Languages', 200],
  ['office_hours', 'Office hours', 200],
  ['office_address', 'Address', 200],
  ['office_city', 'City', 80],
  ['office_zip_code', 'Zip code', 10],
  ['office_phone', 'Phone', 40],
  ['office_email', 'E-mail', 254],
  ['domain_name', 'Domain', 150],
  ['facebook', 'Facebook', 300],
  ['instagram', 'Instagram', 300],
  ['linkedin', 'LinkedIn', 300],
  ['twitter', 'X (Twitter)', 300],
  ['google', 'Google', 300],
  ['youtube', 'YouTube', 300],
  ['yelp', 'Yelp', 300],
  ['tracking_code', 'Tracking code', 60],
];

const valuesOf = (corporation: Corporation): Values =>
  Object.fromEntries(Object.keys(blank).map((name) => [name, corporation[name as keyof Values]])) as unknown as Values;

function CorporationForm({
  corporation,
  beside: { logo, isStale },
  onBeside,
}: {
  corporation: Corporation | null;
  beside: Beside;
  onBeside: (beside: Beside) => void;
}) {
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const draft = `corporation:${corporation?.id ?? 'new'}`;
  const stored = corporation ? valuesOf(corporation) : blank;
  const { form, drop, discard, changed } = useDraftForm<Values>({
    name: draft,
    what: corporation ? `your changes to ${corporation.name}` : 'the new corporation',
    initialValues: stored,
    validate: { name: (name) => name.trim() === '' && 'Give the corporation a name' },
  });
  const options = { form: true, invalidates: [listCorporations], handles: ['corporations.stale'] as const };
  const saved = (made: Corporation) => {
    drop();
    onBeside({});
    queryClient.setQueryData(corporationQuery(made.id).queryKey, made);
    notice.done(`Saved ${made.name}`);
  };
  const create = useSend(createCorporation, {
    ...options,
    by: (input) => (logo ? upload(createCorporation, { ...input, file: logo, field: 'logo' }) : call(createCorporation, input)),
    onDone(made) {
      saved(made);
      void navigate({ to: '/admin/corporations/$id', params: { id: String(made.id) }, replace: true });
    },
  });
  const update = useSend(updateCorporation, {
    ...options,
    by: (input) => (logo ? upload(updateCorporation, { ...input, file: logo, field: 'logo' }) : call(updateCorporation, input)),
    onDone: saved,
  });
  const remove = useSend(deleteCorporation, {
    invalidates: [listCorporations],
    handles: ['lookups.in_use'],
    onDone() {
      notice.done(`Deleted ${corporation?.name}`);
      void navigate({ to: '/admin/corporations' });
    },
  });
  const onError = (error: Error) => {
    if (isRefused(error, 'corporations.stale')) {
      onBeside({ logo, isStale: true });
      void invalidate(getCorporation);
    } else if (error instanceof ApiError) form.setErrors(error.fieldErrors);
  };
  const save = form.onSubmit((values) => {
    const { user, ...others } = corporation ? changed(values) : values;
    const body = { ...others, ...(user !== undefined && { user_id: user?.id ?? null }), ...(logo === null && { logo }) };
    if (!corporation) return create.mutate({ body: { ...body, name: values.name } }, { onError });
    if (Object.keys(body).length === 0 && !logo) return notice.done(`Saved ${corporation.name}`);
    update.mutate({ params: { id: corporation.id }, body: { ...body, version: corporation.version } }, { onError });
  });
  const isBusy = create.isPending || update.isPending;
  const isChanged = useHasDraft([draft]) || logo !== undefined;
  const undo = () => {
    discard();
    form.setValues(stored);
    form.clearErrors();
    onBeside({});
  };
  return (
    <>
      <LeaveGuard when={!isBusy && !remove.isSuccess && logo !== undefined} />
      <PageHeader
        title={corporation?.name ?? 'New corporation'}
        before={
          <Link to="/admin/corporations" aria-label="All corporations">
            <IconArrowLeft size="1rem" aria-hidden />
          </Link>
        }
      >
        {corporation && (
          <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )}
      </PageHeader>
      <div className={classes.page}>
        <FormLayout
          columns={2}
          submit="Save"
          error={isStale && 'A colleague saved changes while you edited. Look at the form, then save again.'}
          busy={isBusy}
          also={
            isChanged && (
              <Button variant="subtle" color="gray" disabled={isBusy} onClick={undo}>
                Discard
              </Button>
            )
          }
          onSubmit={save}
        >
          <Fields form={form} />
          <Wide>
            <Logo
              stored={corporation?.logo ?? null}
              chosen={logo}
              error={form.errors.logo}
              onChoose={(file) => onBeside({ logo: file ?? (corporation?.logo ? null : undefined) })}
            />
          </Wide>
        </FormLayout>
      </div>
      {corporation && (
        <ConfirmDialog
          opened={deleting}
          title={`Delete ${corporation.name}?`}
          action="Delete the corporation"
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ params: { id: corporation.id } })}
          onClose={() => setDeleting(false)}
        >
          {isRefused(remove.error, 'lookups.in_use')
            ? 'Campaigns or entries of wallets name it, so it cannot be deleted. You can take it out of campaigns; entries of wallets stay.'
            : 'Sources that are worked under it lose it. You cannot undo this.'}
        </ConfirmDialog>
      )}
    </>
  );
}

function Fields({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextInput label="Name" maxLength={120} autoComplete="off" {...form.getInputProps('name')} />
      <Select
        label="Type"
        allowDeselect={false}
        data={corporationTypes.map((value) => ({ value, label: typeWords[value] }))}
        {...form.getInputProps('type')}
      />
      <Wide>
        <Textarea label="Description" autosize minRows={2} maxLength={1000} {...form.getInputProps('description')} />
      </Wide>
      <BusinessUnitSelect {...form.getInputProps('business_unit_id')} />
      <PersonPicker label="In charge" clearable {...form.getInputProps('user')} />
      <Select
        label="State"
        searchable
        clearable
        data={Object.entries(states).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('office_state')}
        value={form.getValues().office_state || null}
        onChange={(state) => form.setFieldValue('office_state', state ?? '')}
      />
      {texts.map(([name, label, maxLength]) => (
        <TextInput key={name} label={label} maxLength={maxLength} autoComplete="off" {...form.getInputProps(name)} />
      ))}
      {(['color_1', 'color_2', 'color_3'] as const).map((name, place) => (
        <ColorInput key={name} withEyeDropper={false} label={`Color ${place + 1}`} {...form.getInputProps(name)} />
      ))}
      <Wide>
        <CheckField form={form} path="webpage_active" label="Show its web page to visitors" />
      </Wide>
    </>
  );
}

function Logo({
  stored,
  chosen,
  error,
  onChoose,
}: {
  stored: string | null;
  /** Null: the stored one is removed; undefined: it stays. */
  chosen: File | null | undefined;
  error: React.ReactNode;
  onChoose: (file: File | null) => void;
}) {
  return (
    <div className={classes.logo}>
      {stored && chosen === undefined && <img src={stored} alt="Logo" />}
      {chosen && <Text size="sm">{chosen.name}</Text>}
      <FileButton accept="image/png,image/jpeg,image/gif,image/webp" onChange={(file) => file && onChoose(file)}>
        {(props) => (
          <Button variant="default" size="compact-sm" {...props}>
            Choose a logo
          </Button>
        )}
      </FileButton>
      {(chosen || (stored && chosen === undefined)) && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChoose(null)}>
          Remove the logo
        </Button>
      )}
      {error && (
        <Text size="sm" c="red">
          {error}
        </Text>
      )}
    </div>
  );
}
