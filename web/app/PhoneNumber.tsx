// A phone number that is called with a press: by the phone in the browser where the user has it, else by the
// computer's own.
import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { formatPhone } from '#contract/kit/formats.ts';
import type { Person } from '#contract/users.ts';
import { dialAsked, hasPhone } from './dialRequests.ts';
import classes from './PhoneNumber.module.css';

interface Props {
  /** Ten digits. */
  number: string;
  /** The number's owner. */
  person?: Person | undefined;
}

interface Written extends Props {
  /** Whether tabbing may stop here. */
  reachable?: boolean;
  /** Looks like text, and is nothing else where the user has no phone in the browser: in a list of many. */
  plain?: boolean;
}

/** Written out, as a text that is pressed. */
export function PhoneNumber({ number, person, reachable = true, plain = false }: Written) {
  const press = usePress({ number, person });
  const words = formatPhone(number);
  const look = { className: `figures ${classes.number}`, tabIndex: reachable ? 0 : -1, 'data-plain': plain || undefined };
  if (press)
    return (
      <button type="button" {...look} title="Call" onClick={press}>
        {words}
      </button>
    );
  return plain ? (
    <span className="figures">{words}</span>
  ) : (
    <a href={`tel:+1${number}`} {...look}>
      {words}
    </a>
  );
}

/** A picture that is pressed; its content is the picture. */
export function CallIcon({
  number,
  person,
  children,
  ...look
}: Props & Omit<ActionIconProps, 'onClick'> & { title?: string; tabIndex?: number }) {
  const press = usePress({ number, person });
  const does = press ? { onClick: press } : { component: 'a' as const, href: `tel:+1${number}` };
  return (
    <ActionIcon {...look} aria-label={`Call ${person?.name || formatPhone(number)}`} {...does}>
      {children}
    </ActionIcon>
  );
}

function usePress(dialled: Props): ((event: { stopPropagation: () => void }) => void) | null {
  if (!hasPhone.use()) return null;
  return (event) => {
    event.stopPropagation(); // the row behind it opens nothing
    dialAsked.set(dialled);
  };
}
