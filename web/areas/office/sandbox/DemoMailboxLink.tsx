// The way to the mail that one is waiting for, where it goes no further than the demo's mailbox; nothing elsewhere.
import { Button, type ButtonProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryOf } from '#app/queries.ts';
import { getPlatformInfo } from '#contract/platform.ts';

interface Props extends Pick<ButtonProps, 'size' | 'variant'> {
  /** In a tab of its own: something waits here for what the mail says. */
  apart?: boolean;
}

export function DemoMailboxLink({ apart = false, ...look }: Props) {
  const demo = useQuery(queryOf(getPlatformInfo)).data?.demo;
  if (!demo) return null;
  return (
    <Button
      {...look}
      renderRoot={(props) => <Link to="/sandbox/mail" {...(apart && { target: '_blank', rel: 'noopener' })} {...props} />}
    >
      Open the demo’s mailbox
    </Button>
  );
}
