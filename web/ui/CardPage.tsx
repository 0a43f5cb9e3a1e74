// A page outside the frame with one thing on it: the mark, what it is about, and what to do.
import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { BrandMark } from './BrandMark.tsx';
import classes from './CardPage.module.css';

export function CardPage({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <BrandMark size="2.25rem" />
        <div>
          <Title order={1}>{title}</Title>
          {text && (
            <Text c="dimmed" mt={4}>
              {text}
            </Text>
          )}
        </div>
        {children}
      </div>
    </main>
  );
}
