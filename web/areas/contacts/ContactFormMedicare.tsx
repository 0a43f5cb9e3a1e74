// The Medicare number never travels back in clear: it is shown masked and can only be replaced or removed.
import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';

export function ContactFormMedicare({
  value,
  onChange,
  ...rest
}: {
  label: string;
  /** Masked until it is replaced. */
  value?: string;
  onChange: (number: string) => void;
  error?: string;
}) {
  const [masked] = useState(value ?? '');
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
