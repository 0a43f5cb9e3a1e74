// One piece under its name.
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './PiecesPage.module.css';

export const Piece = ({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) => (
  <section className={`${classes.piece} ${wide ? classes.wide : ''}`} aria-label={name}>
    <Title order={2} size="h4">
      {name}
    </Title>
    {children}
  </section>
);

/** The longest name that a screen has to bear. */
export const longName = 'Maximiliana Featherstonehaugh-Cholmondeley-Worthington of Northamptonshire';
