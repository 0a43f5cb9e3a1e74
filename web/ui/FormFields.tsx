// Fields bound to a form by the name of a value: a name that the form lacks, or whose value is of another kind, does not compile.
import {
  Checkbox,
  NumberInput,
  type NumberInputProps,
  Select,
  type SelectProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { DayInput } from './DayInput.tsx';
import { PhoneInput } from './PhoneInput.tsx';
import { TimeInput } from './TimeInput.tsx';

/** The names of a form's values that are `Value`; of a record of values, `custom_fields.12`. */
export type PathTo<Values, Value> = {
  [Key in keyof Values & string]: Values[Key] extends Value
    ? Key
    : Values[Key] extends Record<string, infer Each>
      ? Value extends Each
        ? `${Key}.${string}`
        : never
      : never;
}[keyof Values & string];

interface Bound<Values, Value> {
  form: UseFormReturnType<Values>;
  path: PathTo<Values, Value>;
  label: string;
}

/** The props of a control that a field passes on. */
type Look<Props, Values, Value> = Bound<Values, Value> &
  Pick<
    Props,
    Extract<keyof Props, 'description' | 'placeholder' | 'disabled' | 'maxLength' | 'type' | 'autoComplete' | 'className'>
  > & {
    focus?: boolean;
  };

const bound = <Values, Value>({ form, path, focus, ...look }: Bound<Values, Value> & { focus?: boolean }) => ({
  autoComplete: 'off',
  ...look,
  ...(focus && { 'data-autofocus': true }),
  ...form.getInputProps(path),
});

export const TextField = <Values,>(props: Look<TextInputProps, Values, string>) => <TextInput {...bound(props)} />;

export const ProseField = <Values,>(props: Look<TextareaProps, Values, string>) => (
  <Textarea autosize minRows={3} maxRows={14} {...bound(props)} />
);

export const NumberField = <Values,>(props: Look<NumberInputProps, Values, number | '' | null>) => {
  const { value, ...rest } = bound(props);
  return <NumberInput thousandSeparator="," {...rest} value={(value as number | null) ?? ''} />;
};

export const DayField = <Values,>(props: Look<TextInputProps, Values, string | null>) => <DayInput {...bound(props)} />;

export const TimeField = <Values,>(props: Look<TextInputProps, Values, string | null>) => <TimeInput {...bound(props)} />;

export const PhoneField = <Values,>(props: Look<TextInputProps, Values, string>) => <PhoneInput {...bound(props)} />;

/** One of a few, by their words in their order. */
export function ChoiceField<Values>({
  words,
  clearable = false,
  ...props
}: Look<SelectProps, Values, string | null> & { words: Record<string, string>; clearable?: boolean }) {
  const data = Object.entries(words).map(([value, label]) => ({ value, label }));
  return <Select {...bound(props)} data={data} searchable={data.length > 8} clearable={clearable} allowDeselect={false} />;
}

/** Yes, no, or not said: null. */
export function YesNoField<Values>({ form, path, ...look }: Look<SelectProps, Values, boolean | null>) {
  const { value, onChange, ...rest } = bound({ form, path, ...look });
  return (
    <Select
      {...rest}
      data={['Yes', 'No']}
      clearable
      allowDeselect={false}
      value={value === true ? 'Yes' : value === false ? 'No' : null}
      onChange={(word) => onChange(word && word === 'Yes')}
    />
  );
}

export function CheckField<Values>({ form, path, label }: Bound<Values, boolean>) {
  const { value, defaultValue, ...rest } = form.getInputProps(path, { type: 'checkbox' });
  return <Checkbox label={label} {...rest} />;
}
