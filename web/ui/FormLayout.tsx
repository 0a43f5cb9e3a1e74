// One form layout: fields in a column or two, a text of the form's own error, buttons at the end.
import { Button, Group } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { FormError } from './FormError.tsx';
import classes from './FormLayout.module.css';

export function FormLayout({
  children,
  error,
  submit,
  busy = false,
  onSubmit,
  onCancel,
  columns = 1,
  also,
}: {
  children: ReactNode;
  /** An error of the whole form, not of a field. */
  error?: ReactNode;
  /** The button's label. */
  submit: string;
  busy?: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onCancel?: () => void;
  columns?: 1 | 2;
  /** Another button of the form, before the last. */
  also?: ReactNode;
}) {
  return (
    <form noValidate onSubmit={onSubmit}>
      <FormError mb="sm">{error}</FormError>
      <div className={classes.fields} data-columns={columns}>
        {children}
      </div>
      <Group justify="flex-end" gap="xs" mt="lg">
        {onCancel && (
          <Button variant="default" disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
        )}
        {also}
        <Button type="submit" loading={busy}>
          {submit}
        </Button>
      </Group>
    </form>
  );
}

/** Fields in two columns where there is room, in a form that another component lays out. */
export const TwoColumns = ({ children }: { children: ReactNode }) => (
  <div className={classes.fields} data-columns={2}>
    {children}
  </div>
);

/** A field that takes the whole width of a form in two columns. */
export const Wide = ({ children }: { children: ReactNode }) => <div className={classes.wide}>{children}</div>;
