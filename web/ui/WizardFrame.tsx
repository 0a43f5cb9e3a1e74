// The frame of each step of a wizard: its head, the steps, the buttons to the next step, and a body that scrolls. The
// buttons come before the body: a keyboard reaches them without passing a long list. A phone shows them at the bottom.
import { type ReactNode, useEffect, useRef } from 'react';
import { PageHeader } from './PageHeader.tsx';
import classes from './WizardFrame.module.css';

export function WizardFrame({
  label,
  title,
  about,
  actions,
  steps,
  foot,
  children,
}: {
  /** A screen reader says it on arrival: it names the step. */
  label: string;
  title: string;
  /** Beside the title: a file's name, a figure. */
  about?: ReactNode;
  actions?: ReactNode;
  /** A `Stepper`. */
  steps?: ReactNode;
  /** The buttons to the next step, and what they do. */
  foot?: ReactNode;
  children: ReactNode;
}) {
  const root = useRef<HTMLElement>(null);
  // The button that led here went with its step. The shell focuses a new page.
  useEffect(() => {
    if (document.activeElement === document.body) root.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section ref={root} tabIndex={-1} className={classes.page} aria-label={label}>
      <div className={classes.head}>
        <PageHeader title={title} about={about}>
          {actions}
        </PageHeader>
      </div>
      <div className={classes.line}>{steps}</div>
      {foot && <div className={classes.foot}>{foot}</div>}
      <div className={classes.body}>{children}</div>
    </section>
  );
}
