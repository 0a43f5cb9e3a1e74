// What every step of an import shares: its head, the steps with the way on beside them, and a body that scrolls. The way on
// stands before the body: nobody goes through a file's rows to reach it. On a phone it is seen at the bottom.
import { type ReactNode, useEffect, useRef } from 'react';
import { PageHeader } from '#ui/PageHeader.tsx';
import classes from './ImportFrame.module.css';
import { ImportSteps, type Step, stepName } from './ImportSteps.tsx';

export function ImportFrame({
  step,
  title = 'Import contacts',
  aside,
  actions,
  foot,
  children,
}: {
  /** Left out where one only looks at an import. */
  step?: Step | undefined;
  title?: string;
  /** The file: its name, and what it holds. */
  aside?: ReactNode;
  actions?: ReactNode;
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
    <section ref={root} tabIndex={-1} className={classes.page} aria-label={step ? stepName(step) : title}>
      <div className={classes.head}>
        <PageHeader title={title} aside={aside}>
          {actions}
        </PageHeader>
      </div>
      <div className={classes.line}>{step && <ImportSteps now={step} />}</div>
      {foot && <div className={classes.foot}>{foot}</div>}
      <div className={classes.body}>{children}</div>
    </section>
  );
}
