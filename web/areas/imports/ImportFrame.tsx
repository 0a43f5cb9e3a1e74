// What every step of an import shares: its head with the steps, a body that scrolls, and a foot with the way on.
import { type ReactNode, useEffect, useRef } from 'react';
import { PageHeader } from '../../ui/PageHeader.tsx';
import classes from './ImportFrame.module.css';
import { ImportSteps, type Step, stepName } from './ImportSteps.tsx';

export function ImportFrame({
  step,
  title = 'Import contacts',
  aside,
  deeds,
  about,
  foot,
  children,
}: {
  /** Left out where one only looks at an import. */
  step?: Step | undefined;
  title?: string;
  aside?: ReactNode;
  deeds?: ReactNode;
  /** The file: its name, and what it holds. */
  about?: ReactNode;
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
      <PageHeader title={title} aside={aside}>
        {deeds}
      </PageHeader>
      {(step || about) && (
        <div className={classes.line}>
          {step && <ImportSteps now={step} />}
          {about && <span className={`${classes.about} figures`}>{about}</span>}
        </div>
      )}
      <div className={classes.body}>{children}</div>
      {foot && <footer className={classes.foot}>{foot}</footer>}
    </section>
  );
}
