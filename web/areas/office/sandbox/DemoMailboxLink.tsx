// A link to the demo's mailbox, for a page that waits for a mail; hidden outside the demo.
import { Button, type ButtonProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryOf } from '#app/queries.ts';
import { getPlatformInfo } from '#contract/platform.ts';

interface Props extends Pick<ButtonProps, 'size' | 'variant'> {
  /** Opens a new tab: this page waits for the mail's content. */
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
