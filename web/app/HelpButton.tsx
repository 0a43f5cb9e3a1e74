// Opens the question to the company's support, from every page; in the frame, so that it covers nothing.
import { ActionIcon } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { helpAsked } from './helpDialog.ts';
import { useMe } from './session.ts';

export function HelpButton() {
  const me = useMe();
  if (!me.features.help_button) return null;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      radius="xl"
      flex="none"
      aria-label="Get help"
      title="Get help"
      onClick={() => helpAsked.set(true)}
    >
      <IconHelpCircle size="1.35rem" stroke={1.6} />
    </ActionIcon>
  );
}
