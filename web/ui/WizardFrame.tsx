// What every step of a wizard shares: its head, the steps with the way on beside them, and a body that scrolls. The way on
// stands before the body: nobody goes through what may be long to reach it. On a phone it is seen at the bottom.
import { type ReactNode, useEffect, useRef } from 'react';
import { PageHeader } from './PageHeader.tsx';
import classes from './WizardFrame.module.css';

export function WizardFrame({
  label,
  title,
  aside,
  actions,
  steps,
  foot,
  children,
}: {
  /** What a screen reader says on arrival: which step this is. */
  label: string;
  title: string;
  /** What it is about: a file's name, a figure. */
  aside?: ReactNode;
  actions?: ReactNode;
  /** A `Stepper`. */
  steps?: ReactNode;
  /** The way on, and what it is about. */
  foot?: ReactNode;
  children: ReactNode;
}) {
  const root = useRef<HTMLElement>(null);
  // What led here is gone with the step before; a new page is focused by the shell.
  useEffect(() => {
    if (document.activeElement === document.body) root.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section ref={root} tabIndex={-1} className={classes.page} aria-label={label}>
      <div className={classes.head}>
        <PageHeader title={title} aside={aside}>
          {actions}
        </PageHeader>
      </div>
      <div className={classes.line}>{steps}</div>
      {foot && <div className={classes.foot}>{foot}</div>}
      <div className={classes.body}>{children}</div>
    </section>
  );
}
