// A dated text, section by section.
import { Text, Title } from '@mantine/core';
import { productName } from '#app/session.ts';
import type { LegalText as Legal } from '#contract/legal.ts';
import classes from './LegalText.module.css';

/** `heading`: the rank of the sections' headings. */
export function LegalText({ text, heading }: { text: Legal; heading: 'h2' | 'h3' }) {
  return (
    <>
      <Text c="dimmed">In force since {longDay(text.effective)}</Text>
      {text.sections.map(({ heading: title, paragraphs }) => (
        <div key={title} className={classes.section}>
          <Title order={heading === 'h2' ? 2 : 3} size="h3">
            {title}
          </Title>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph.replaceAll('{product}', productName() ?? '')}</p>
          ))}
        </div>
      ))}
    </>
  );
}

/** November 1, 2026 */
const longDay = (day: string) => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
