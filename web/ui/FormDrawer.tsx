// A form in a drawer: its head and its buttons stay in sight while the fields scroll.
import { Button, CloseButton, Title } from '@mantine/core';
import { type FormEventHandler, type ReactNode, useId } from 'react';
import { Drawer } from './Drawer.tsx';
import classes from './FormDrawer.module.css';
import { FormError } from './FormError.tsx';

export function FormDrawer({
  title,
  children,
  error,
  submit,
  busy = false,
  also,
  onSubmit,
  onClose,
  onDiscard = onClose,
}: {
  title: string;
  children: ReactNode;
  /** An error of the whole form, not of a field. */
  error?: ReactNode;
  /** The button's words. */
  submit: string;
  busy?: boolean;
  /** Another button of the form, at the left. */
  also?: ReactNode;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** Escape, a click beside it, the cross: what is typed may be kept (web/app/draftForm.ts). */
  onClose: () => void;
  /** Cancel: what is typed goes. */
  onDiscard?: () => void;
}) {
  const form = useId();
  return (
    <Drawer opened onClose={onClose} label={title} size="28rem" position="right" bodyClass={classes.drawer}>
      <header className={classes.head}>
        <Title order={2} size="h3">
          {title}
        </Title>
        <CloseButton onClick={onClose} aria-label="Close" className={classes.close ?? ''} />
      </header>
      <form id={form} noValidate onSubmit={onSubmit} className={classes.fields}>
        <FormError>{error}</FormError>
        {children}
      </form>
      <footer className={classes.foot}>
        {also && <div className={classes.also}>{also}</div>}
        <Button variant="default" onClick={onDiscard}>
          Cancel
        </Button>
        <Button type="submit" form={form} loading={busy}>
          {submit}
        </Button>
      </footer>
    </Drawer>
  );
}
