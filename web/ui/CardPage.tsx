// A page outside the frame with one card: logo, title, content.
import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { BrandMark } from './BrandMark.tsx';
import classes from './CardPage.module.css';

interface CardPageProps {
  title: string;
  text?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}

export function CardPage({ title, text, children, footer }: CardPageProps) {
  return (
    <div className={classes.page}>
      <main className={classes.card}>
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
      </main>
      {footer}
    </div>
  );
}
