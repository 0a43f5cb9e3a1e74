// The field of one setting, by its kind.
import { Button, FileButton, Input, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { Setting } from '#contract/settings.ts';
import classes from './SettingsPage.module.css';

/** As it is typed. A file is new; an empty text removes one. */
export type SettingValue = string | boolean | File;

interface Props {
  setting: Setting;
  /** Undefined while it is as saved. */
  value: SettingValue | undefined;
  error: string | undefined;
  onChange: (value: SettingValue) => void;
}

export function SettingField(props: Props) {
  const { setting, value, error, onChange } = props;
  const { kind, title, about, unit, choices } = setting;
  if (kind === 'file') return <Picture {...props} />;
  const isPublic = setting.public ? ' Anyone may read it.' : '';
  const common = { label: title, description: about + isPublic, error };
  if (kind === 'boolean')
    return (
      <Switch {...common} checked={Boolean(value ?? setting.value)} onChange={(event) => onChange(event.currentTarget.checked)} />
    );
  const text = String(value ?? setting.value ?? '');
  if (kind === 'number')
    return (
      <NumberInput
        {...common}
        className={classes.short ?? ''}
        suffix={unit ? ` ${unit}` : ''}
        value={text}
        onChange={(next) => onChange(String(next))}
      />
    );
  if (kind === 'choice')
    return (
      <Select
        {...common}
        className={classes.short ?? ''}
        data={choices}
        allowDeselect={false}
        value={text}
        onChange={(next) => next && onChange(next)}
      />
    );
  const written = { ...common, value: text, autoComplete: 'off' };
  if (kind === 'prose')
    return <Textarea {...written} autosize minRows={2} maxRows={8} onChange={(event) => onChange(event.currentTarget.value)} />;
  return <TextInput {...written} onChange={(event) => onChange(event.currentTarget.value)} />;
}

function Picture({ setting: { title, about, file }, value, error, onChange }: Props) {
  const isNew = value instanceof File;
  const shown = value === undefined ? file : null;
  return (
    <Input.Wrapper label={title} description={about} error={error} labelElement="div">
      <div className={classes.picture}>
        {shown && <img src={shown.url} alt={shown.name} className={classes.image} />}
        <span className={classes.file}>{isNew ? value.name : (shown?.name ?? 'No picture')}</span>
        <FileButton accept="image/png,image/jpeg,image/gif,image/webp" onChange={(chosen) => chosen && onChange(chosen)}>
          {(props) => (
            <Button variant="default" size="xs" {...props} aria-label={`Choose a picture: ${title}`}>
              Choose a picture
            </Button>
          )}
        </FileButton>
        {(shown || isNew) && (
          <Button variant="subtle" color="gray" size="xs" onClick={() => onChange('')}>
            Remove
          </Button>
        )}
      </div>
    </Input.Wrapper>
  );
}
