// The company's settings by group, saved together.
import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isRefused, upload } from '#app/api.ts';
import { useUpdate } from '#app/cable.ts';
import { FailedQuery } from '#app/FailedQuery.tsx';
import { LeaveGuard } from '#app/LeaveGuard.tsx';
import { notice } from '#app/notices.tsx';
import { invalidate, queryOf, useSend } from '#app/queries.ts';
import { listSettings, type Setting, updateSetting } from '#contract/settings.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonLines } from '#ui/Skeletons.tsx';
import { SettingField, type SettingValue } from './SettingField.tsx';
import classes from './SettingsPage.module.css';

export function SettingsPage() {
  const settings = useQuery(queryOf(listSettings));
  useUpdate('settings.changed', () => void invalidate(listSettings));
  return (
    <>
      <PageHeader title="Settings" />
      <div className={classes.page}>
        {settings.error && !settings.data ? (
          <FailedQuery query={settings} />
        ) : settings.isPending ? (
          <SkeletonLines lines={10} height={28} />
        ) : (
          <SettingsForm settings={settings.data.data} />
        )}
      </div>
    </>
  );
}

function SettingsForm({ settings }: { settings: Setting[] }) {
  /** Only what was changed and is not saved, by the setting's id. */
  const [changes, setChanges] = useState<Record<string, SettingValue>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const send = useSend(updateSetting, {
    form: true,
    handles: ['invalid'],
    by: ({ body: { value }, ...input }) => {
      const file = changes[input.params.id];
      return upload(updateSetting, {
        ...input,
        body: file instanceof File ? {} : { value },
        ...(file instanceof File && { file }),
      });
    },
  });
  const changed = Object.keys(changes);

  /** One after another; what is refused stays, with its reason. */
  async function save(event: FormEvent) {
    event.preventDefault();
    const refused: Record<string, string> = {};
    for (const id of changed) {
      const value = changes[id];
      try {
        await send.mutateAsync({ params: { id }, body: { value: value instanceof File ? '' : String(value ?? '') } });
        setChanges(({ [id]: _saved, ...others }) => others);
      } catch (error) {
        if (!isRefused(error, 'invalid', 'files.storage_full')) break; // the notice has said it
        refused[id] = error.fieldErrors[id] ?? error.message;
      }
    }
    setErrors(refused);
    await invalidate(listSettings);
    if (Object.keys(refused).length === 0) notice.done('Saved the settings');
  }

  const groups = Map.groupBy(settings, ({ group }) => group);
  return (
    <form onSubmit={save} noValidate>
      <LeaveGuard when={changed.length > 0} />
      {[...groups].map(([group, ofGroup]) => (
        <section key={group} className={classes.group} aria-label={group}>
          <Title order={2} size="h4">
            {group}
          </Title>
          {ofGroup.map((setting) => (
            <SettingField
              key={setting.id}
              setting={setting}
              value={changes[setting.id]}
              error={errors[setting.id]}
              onChange={(value) =>
                setChanges(({ [setting.id]: _before, ...others }) =>
                  value === savedOf(setting) ? others : { ...others, [setting.id]: value },
                )
              }
            />
          ))}
        </section>
      ))}
      <footer className={classes.foot}>
        <span className={classes.state} role="status">
          {changed.length === 0 ? 'Everything is saved' : `${changed.length} not saved yet`}
        </span>
        <Button variant="default" disabled={changed.length === 0 || send.isPending} onClick={() => setChanges({})}>
          Discard
        </Button>
        <Button type="submit" loading={send.isPending} disabled={changed.length === 0}>
          Save
        </Button>
      </footer>
    </form>
  );
}

const savedOf = ({ kind, value }: Setting): SettingValue => (kind === 'boolean' ? value === true : String(value ?? ''));
