// A picture of a message: small in the thread, large at a click.
import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '#ui/Dialog.tsx';
import classes from './Conversations.module.css';

export function ConversationPicture({ name, href }: { name: string; href: string }) {
  const [opened, setOpened] = useState(false);
  const [failed, setFailed] = useState(false);
  if (failed)
    return (
      <Anchor href={href} download={name}>
        {name}
      </Anchor>
    );
  return (
    <>
      <button type="button" className={classes.small} aria-label={`Show ${name}`} onClick={() => setOpened(true)}>
        <img src={href} alt="" loading="lazy" onError={() => setFailed(true)} />
      </button>
      {opened && (
        <Dialog title={name} size="60rem" onClose={() => setOpened(false)}>
          <img src={href} alt={name} className={classes.large} />
          <p className={classes.under}>
            <Anchor href={href} download={name}>
              Download
            </Anchor>
          </p>
        </Dialog>
      )}
    </>
  );
}
