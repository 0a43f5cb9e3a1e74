// The Medicare number never travels back in clear: it is shown masked and can only be replaced or removed.
import { Button, Group, TextInput } from '@mantine/core';

export function ContactFormMedicare({
  masked,
  value,
  onChange,
  ...rest
}: {
  label: string;
  /** The number that is there, all but its end hidden; '' where none is. */
  masked: string;
  /** The same until it is replaced. */
  value?: string;
  onChange: (number: string) => void;
  error?: string;
}) {
  const isKept = masked !== '' && value === masked;
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        {...rest}
        flex={1}
        key={isKept ? 'kept' : 'new'}
        autoFocus={masked !== '' && !isKept}
        autoComplete="off"
        placeholder="1EG4-TE5-MK73"
        readOnly={isKept}
        description={masked !== '' && !isKept ? 'Left empty, the number is removed' : undefined}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {masked !== '' && (
        <Button variant="default" onClick={() => onChange(isKept ? '' : masked)}>
          {isKept ? 'Replace' : 'Keep the old'}
        </Button>
      )}
    </Group>
  );
}
