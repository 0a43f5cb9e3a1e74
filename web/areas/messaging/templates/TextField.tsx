// The field for a text: words with merge fields; below them the segments, their price, and the characters that
// make them expensive.
import { Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { queryOf } from '#app/queries.ts';
import { useMe } from '#app/session.ts';
import { counted } from '#contract/kit/formats.ts';
import { exampleValues, fieldText, mergedText, wrongFieldsIn } from '#contract/kit/mergeFields.ts';
import { textSizeOf } from '#contract/kit/segments.ts';
import type { StoredPurpose } from '#contract/sendLists.ts';
import { maxTextBody, withOptOut } from '#contract/texts.ts';
import { listUsagePrices } from '#contract/wallet.ts';
import { FieldMenu } from './FieldMenu.tsx';
import classes from './TextField.module.css';

interface Writing {
  label: string;
  value: string;
  /** Marketing says how to opt out, unless the words do. */
  purpose?: StoredPurpose;
  hasPicture?: boolean;
  error?: React.ReactNode;
  onChange: (words: string) => void;
}

/** An error to fix before the text is saved or sent. */
export function wrongInText(words: string): string | undefined {
  const [wrong] = wrongFieldsIn(words);
  return wrong === undefined ? undefined : `There is no field ${wrong}`;
}

export function TextField({ label, value, purpose = 'service', hasPicture = false, error, onChange }: Writing) {
  const field = useRef<HTMLTextAreaElement>(null);
  const insert = (text: string) => {
    const [from, to] = [field.current?.selectionStart ?? value.length, field.current?.selectionEnd ?? value.length];
    onChange(value.slice(0, from) + text + value.slice(to));
  };
  return (
    <div className={classes.text}>
      <Textarea
        ref={field}
        label={label}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={maxTextBody}
        value={value}
        error={wrongInText(value) ?? error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <div className={classes.under}>
        <FieldMenu onPick={(name, fallback) => insert(fieldText(name, fallback))} />
        <TextSizeWords words={value} purpose={purpose} hasPicture={hasPicture} />
      </div>
    </div>
  );
}

/** Of an example of its fields: a longer name may take one more. */
export function TextSizeWords({ words, purpose, hasPicture }: { words: string; purpose: StoredPurpose; hasPicture: boolean }) {
  const { features, profile, email, company, business_unit } = useMe();
  const prices = useQuery({ ...queryOf(listUsagePrices), enabled: features.wallet }).data?.data;
  const values = {
    ...exampleValues,
    agent_first_name: profile.first_name,
    agent_name: `${profile.first_name} ${profile.last_name}`,
    agent_title: profile.title,
    agent_email: email,
    company_name: company.name,
    business_unit: business_unit.name,
    today: '12/31/2026',
  };
  const merged = mergedText(words, values);
  const asSent = withOptOut(merged, purpose);
  const { segments, unicode, used, room } = textSizeOf(asSent);
  const priceOf = (type: 'sms' | 'mms') => Number(prices?.find(({ usage_type }) => usage_type === type)?.price ?? 0);
  const cost = hasPicture ? priceOf('mms') : priceOf('sms') * segments;
  return (
    <div className={classes.size}>
      <Text size="sm" c="dimmed" className="figures" role="status">
        {[
          hasPicture ? 'A picture message' : counted(segments, 'segment'),
          !hasPicture && `${used} of ${room} characters`,
          cost > 0 && `$${Number(cost.toFixed(4))} each`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {unicode.length > 0 && !hasPicture && (
        <Text size="sm" fw={500}>
          {`${named(unicode)} ${unicode.length === 1 ? 'makes' : 'make'} it Unicode: a segment then holds 70 characters instead of 160`}
        </Text>
      )}
      {asSent !== merged && (
        <Text size="sm" c="dimmed">
          “Reply STOP to opt out” is added
        </Text>
      )}
    </div>
  );
}

/** Signs that nobody sees have a number. */
const named = (signs: readonly string[]) =>
  signs
    .slice(0, 5)
    .map((sign) =>
      /[\p{L}\p{N}\p{P}\p{S}\p{Emoji}]/u.test(sign)
        ? `“${sign}”`
        : `U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`,
    )
    .join(', ') + (signs.length > 5 ? ' …' : '');
