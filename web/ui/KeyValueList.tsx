// Facts, each under or beside its name. A fact that is nothing is left out.
import type { ReactNode } from 'react';
import classes from './KeyValueList.module.css';

export const KeyValueList = ({ facts }: { facts: readonly (readonly [name: string, fact: ReactNode])[] }) => (
  <dl className={classes.facts}>
    {facts
      .filter(([, fact]) => fact !== null && fact !== undefined && fact !== '' && fact !== false)
      .map(([name, fact]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
  </dl>
);
