// Offers the merge fields.
import { Button } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { type MergeField, mergeFieldNames, mergeFields } from '#contract/kit/mergeFields.ts';
import { Menu, MenuDivider, MenuItem } from '#ui/Menu.tsx';

/** Replaces the field for a contact without it. */
const usualFallbacks: Partial<Record<MergeField, string>> = { first_name: 'there', preferred_name: 'there', city: 'your area' };
const groups = ['contact', 'agent', 'company'] as const;

export function FieldMenu({
  label = 'Field',
  onPick,
}: {
  label?: string;
  onPick: (field: MergeField, fallback: string) => void;
}) {
  const [opened, setOpened] = useState(false);
  return (
    <Menu
      opened={opened}
      onOpened={setOpened}
      maxHeight="20rem"
      position="bottom-start"
      target={
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={label === 'Field' ? 'Insert a field' : label}
          leftSection={<IconBraces size="1rem" stroke={1.8} />}
        >
          Field
        </Button>
      }
    >
      {groups.map((group, place) => (
        <Fragment key={group}>
          {place > 0 && <MenuDivider />}
          {mergeFieldNames
            .filter((name) => mergeFields[name].of === group)
            .map((name) => (
              <MenuItem key={name} onClick={() => onPick(name, usualFallbacks[name] ?? '')}>
                {mergeFields[name].label}
              </MenuItem>
            ))}
        </Fragment>
      ))}
    </Menu>
  );
}
