// A person as a picture, or as their initials on a colour that stays theirs.
import { Avatar } from '@mantine/core';
import type { CSSProperties } from 'react';
import classes from './PersonAvatar.module.css';

/** Of Mantine's, those whose darkest shade is read on their lightest. */
const colors = ['blue', 'teal', 'grape', 'pink', 'indigo', 'cyan', 'violet', 'red'] as const;

/** The name stands beside it: it is said once. */
export function PersonAvatar({
  person: { id, name, photo },
  size = '1.75rem',
}: {
  person: { id: number; name: string; photo?: string | null };
  size?: string;
}) {
  const color = colors[id % colors.length];
  const shades = { '--pale': `var(--mantine-color-${color}-0)`, '--deep': `var(--mantine-color-${color}-9)` };
  return (
    <Avatar
      src={photo ?? null}
      name={name}
      size={size}
      alt=""
      imageProps={{ loading: 'lazy' }}
      aria-hidden
      classNames={{ placeholder: classes.initials ?? '' }}
      style={shades as CSSProperties}
    />
  );
}
