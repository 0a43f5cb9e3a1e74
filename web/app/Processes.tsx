// The notices of long work, over a corner of the page: they move nothing on it.
import { Anchor } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { Suspense } from 'react';
import { later } from '../ui/later.ts';
import classes from './Processes.module.css';
import { closeProcess, useProcesses } from './processes.ts';

const ProcessBanner = later(() => import('../ui/ProcessBanner.tsx').then((module) => module.ProcessBanner));

export function Processes() {
  return (
    <aside className={classes.list} aria-label="Running work">
      {useProcesses().map(({ id, status, text, share, link, onCancel, onUndo }) => (
        <Suspense key={id}>
          <ProcessBanner
            status={status}
            text={text}
            share={share}
            link={link && <ProcessLink {...link} />}
            onCancel={onCancel}
            onUndo={onUndo}
            onClose={() => closeProcess(id)}
          />
        </Suspense>
      ))}
    </aside>
  );
}

/** Inside the app a click navigates without a reload; with a modifier key the browser decides. */
function ProcessLink({ href, text }: { href: string; text: string }) {
  const { history } = useRouter();
  return (
    <Anchor
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        history.push(href);
      }}
    >
      {text}
    </Anchor>
  );
}
