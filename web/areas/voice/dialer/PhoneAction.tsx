// A round button of a running call, with its word beneath.
import { UnstyledButton } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import classes from './PhoneCall.module.css';

interface Props {
  icon: Icon;
  label: string;
  /** A switch, and whether it is on. */
  isOn?: boolean;
  /** Its word says the state already: no switch for a screen reader. */
  isNamed?: boolean;
  tone?: 'red' | 'end';
  disabled?: boolean;
  onClick: () => void;
}

export const PhoneAction = ({ icon: Picture, label, isOn, isNamed = false, tone, disabled, onClick }: Props) => (
  <UnstyledButton
    className={classes.action ?? ''}
    data-on={isOn || undefined}
    data-tone={tone}
    disabled={disabled}
    {...(isOn !== undefined && !isNamed && { 'aria-pressed': isOn })}
    onClick={onClick}
  >
    <span className={classes.disc}>
      <Picture size="1.3rem" stroke={1.6} aria-hidden />
    </span>
    {label}
  </UnstyledButton>
);
