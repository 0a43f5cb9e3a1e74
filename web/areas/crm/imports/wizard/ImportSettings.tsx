// Saved settings: an import form under a name, to be used again on the next file of the same kind.
import { ActionIcon, Button, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { isRefused } from '#app/api.ts';
import { notice, textOf } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import {
  createImportSetting,
  deleteImportSetting,
  type ImportSetting,
  type ImportTarget,
  importTargets,
  listImportSettings,
} from '#contract/imports.ts';
import { Popover } from '#ui/Popover.tsx';
import { useCustomFields } from '#web/areas/crm/reference/reference.api.ts';
import { useImportSettings } from '../imports.api.ts';
import classes from './ImportSettings.module.css';
import { changeForm, type Draft } from './imports.draft.ts';
import { applySetting, fits, sendable } from './imports.form.ts';

export function ImportSettings({ draft }: { draft: Draft }) {
  const settings = useImportSettings();
  const apply = useApply(draft);
  const [opened, { toggle, close }] = useDisclosure(false);
  const invalidates = [listImportSettings];
  const restore = useSend(createImportSetting, { invalidates });
  const remove = useSend(deleteImportSetting, { invalidates });

  const forget = ({ id, name, form }: ImportSetting) =>
    remove.mutate(
      { params: { id } },
      { onSuccess: () => notice.done(`Deleted the settings “${name}”`, () => restore.mutate({ body: { name, form } })) },
    );

  return (
    <Popover
      opened={opened}
      onClose={close}
      position="bottom-end"
      width="20rem"
      target={
        <Button variant="default" leftSection={<IconBookmark size="1rem" />} onClick={toggle}>
          Saved settings
        </Button>
      }
    >
      {settings.length === 0 ? (
        <Text c="dimmed">Save how this file is mapped and imported, and the next one like it is a matter of seconds.</Text>
      ) : (
        <ul className={classes.list}>
          {settings.map((setting) => (
            <li key={setting.id} className={classes.item}>
              <UnstyledButton
                className={classes.name}
                onClick={() => {
                  apply(setting);
                  close();
                }}
              >
                {setting.name}
              </UnstyledButton>
              {setting.deletable && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Delete the settings “${setting.name}”`}
                  onClick={() => forget(setting)}
                >
                  <IconTrash size="1rem" stroke={1.6} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      <SaveForm draft={draft} onSaved={close} />
    </Popover>
  );
}

/** Settings made for just these columns, where they would change something. */
export function useFittingSetting(draft: Draft): { name: string; use: () => void } | undefined {
  const apply = useApply(draft);
  const settings = useImportSettings();
  const setting = settings.find(({ form }) => fits(draft.form, form));
  if (!setting || isSame(draft, setting)) return undefined;
  return { name: setting.name, use: () => apply(setting) };
}

const isSame = ({ form }: Draft, setting: ImportSetting) =>
  JSON.stringify(sendable(applySetting(form, setting.form, () => true))) === JSON.stringify(sendable(form));

function useApply({ form }: Draft) {
  const customFields = useCustomFields();
  const isKnown = (field: ImportTarget) => field in importTargets || customFields.some(({ id }) => field === `custom:${id}`);
  return (setting: ImportSetting) => {
    changeForm(applySetting(form, setting.form, isKnown));
    notice.done(`Used the settings “${setting.name}”`, () => changeForm(form));
  };
}

function SaveForm({ draft, onSaved }: { draft: Draft; onSaved: () => void }) {
  const [name, setName] = useState('');
  const save = useSend(createImportSetting, {
    form: true,
    handles: ['import_settings.name_taken'],
    invalidates: [listImportSettings],
    onDone: (_, { body: saved }) => {
      notice.done(`Saved the settings “${saved.name.trim()}”`);
      onSaved();
    },
  });
  const error = isRefused(save.error, 'import_settings.name_taken', 'invalid') ? textOf(save.error) : undefined;
  return (
    <form
      className={classes.save}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ body: { name, form: sendable(draft.form) } });
      }}
    >
      <TextInput
        className={classes.field}
        label="Save these as"
        placeholder="Name of the vendor or the list"
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          save.reset();
        }}
        error={error}
      />
      <Button type="submit" variant="default" loading={save.isPending}>
        Save
      </Button>
    </form>
  );
}
