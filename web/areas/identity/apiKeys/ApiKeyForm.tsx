// A new API key, or another name, scopes or expiry for one.
import { Input, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { isRefused } from '#app/api.ts';
import { LeaveGuard } from '#app/LeaveGuard.tsx';
import { notice, textOf } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { type ApiKey, createApiKey, listApiKeys, updateApiKey } from '#contract/apiKeys.ts';
import { type ApiScope, type ApiScopeGroup, apiScopeGroups } from '#contract/apiScopes.ts';
import { FormDrawer } from '#ui/FormDrawer.tsx';
import { dayIn } from '#ui/moments.ts';
import { type Access, accessIn, accessLabels, groupLabels } from './apiKeys.labels.ts';

const ends = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'never', label: 'Never' },
];

interface Values extends Record<ApiScopeGroup, Access> {
  name: string;
  /** Days, `never`, or `keep`. */
  end: string;
}

export function ApiKeyForm({
  apiKey,
  onCreated,
  onClose,
}: {
  apiKey?: ApiKey | undefined;
  onCreated: (made: ApiKey & { secret: string }) => void;
  onClose: () => void;
}) {
  const { timezone } = useMe();
  const form = useForm<Values>({
    initialValues: {
      name: apiKey?.name ?? '',
      end: apiKey ? 'keep' : '90',
      ...(Object.fromEntries(apiScopeGroups.map((group) => [group, accessIn(apiKey?.scopes ?? [], group)])) as Record<
        ApiScopeGroup,
        Access
      >),
    },
    validate: { name: (name) => (name.trim() ? null : 'Enter a name') },
  });
  const options = { invalidates: [listApiKeys], form: true, handles: ['api_keys.too_many' as const] };
  const create = useSend(createApiKey, { ...options, onDone: onCreated });
  const update = useSend(updateApiKey, {
    ...options,
    onDone: ({ name }) => {
      notice.done(`Saved ${name}`);
      onClose();
    },
  });
  const submit = form.onSubmit(({ name, end, ...access }) => {
    const scopes = apiScopeGroups
      .filter((group) => access[group] !== 'none')
      .map((group): ApiScope => `${group}:${access[group] === 'write' ? 'write' : 'read'}`);
    if (scopes.length === 0) return form.setFieldError('contacts', 'Choose what the key may read or change');
    const expires_in_days = end === 'never' ? null : Number(end);
    const onError = (error: Error) => isRefused(error, 'invalid') && form.setErrors(error.fieldErrors);
    if (!apiKey) create.mutate({ body: { name, scopes, expires_in_days } }, { onError });
    else
      update.mutate(
        { params: { id: apiKey.id }, body: { name, scopes, ...(end !== 'keep' && { expires_in_days }) } },
        { onError },
      );
  });
  const kept = apiKey?.expires_at ? `As it is: ${dayIn(timezone, apiKey.expires_at)}` : 'As it is: never';

  return (
    <FormDrawer
      title={apiKey ? `Change ${apiKey.name}` : 'Create an API key'}
      submit={apiKey ? 'Save' : 'Create the key'}
      busy={create.isPending || update.isPending}
      error={isRefused(create.error, 'api_keys.too_many') && textOf(create.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <LeaveGuard when={form.isDirty() && !create.isSuccess && !update.isSuccess} />
      <TextInput
        label="Name"
        description="The program that will use it"
        placeholder="Zapier"
        data-autofocus
        maxLength={60}
        {...form.getInputProps('name')}
      />
      <Text c="dimmed" size="sm">
        The key acts as you and never does more than you may. It cannot sign in, or change passwords, users, settings or keys.
      </Text>
      {apiScopeGroups.map((group) => (
        <Input.Wrapper
          key={group}
          label={groupLabels[group].label}
          labelElement="div"
          description={groupLabels[group].about}
          error={form.errors[group]}
        >
          <SegmentedControl
            fullWidth
            mt={4}
            aria-label={groupLabels[group].label}
            data={Object.entries(accessLabels).map(([value, label]) => ({ value, label }))}
            value={form.values[group]}
            onChange={(value) => {
              form.setFieldValue(group, value as Access);
              form.clearFieldError('contacts'); // said of all groups
            }}
          />
        </Input.Wrapper>
      ))}
      <Select
        label="Expires"
        allowDeselect={false}
        data={apiKey ? [{ value: 'keep', label: kept }, ...ends] : ends}
        {...form.getInputProps('end')}
      />
    </FormDrawer>
  );
}
