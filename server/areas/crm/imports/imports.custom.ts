// The company's own fields, each by its type.
import type { ImportForm } from '#contract/imports.ts';
import { parseFlag, titleKey } from './imports.choices.ts';
import type { FieldContext, Lookups, Setter } from './imports.contact.ts';
import { notADay, parseDay, yearsAfter } from './imports.days.ts';
import { answerOf, lineOf, longestAnswer, tooLong } from './imports.text.ts';

export function custom(id: number, { form, lookups, today }: FieldContext): Setter {
  const field = lookups.customFields.find((one) => one.id === id);
  if (!field) return () => 'This custom field no longer exists';
  const parse = customParser(field, form, yearsAfter(today, 30));
  return (contact, cell) => {
    const said = field.type === 'text' ? lineOf(cell) : answerOf(cell);
    if (said === '' || contact.custom.some((one) => one.id === id)) return null;
    const parsed = parse(said);
    if ('reason' in parsed) return parsed.reason;
    contact.custom.push({ id, value: parsed.value });
    return null;
  };
}

type CustomParser = (said: string) => { value: string | number | boolean } | { reason: string };

function customParser(field: Lookups['customFields'][number], form: ImportForm, latest: string): CustomParser {
  const read =
    (parse: (said: string) => string | number | boolean | null, reason: string): CustomParser =>
    (said) => {
      const value = field.type !== 'text' && said.length > longestAnswer ? null : parse(said);
      return value === null ? { reason } : { value };
    };
  switch (field.type) {
    case 'text':
      return read((said) => (said.length > 2000 ? null : said), tooLong(2000));
    case 'number':
      return read(parseNumber, 'This is not a number');
    case 'date':
      return read((said) => parseDay(said, form.date_order, latest), notADay[form.date_order]);
    case 'boolean':
      return read((said) => {
        const answer = parseFlag(said);
        return answer && answer === 'yes';
      }, 'This must be yes or no');
    case 'choice': {
      const choices = new Map(field.choices.map((one) => [titleKey(one), one]));
      return read((said) => choices.get(titleKey(said)) ?? null, 'This is not one of the choices of this field');
    }
  }
}

/** `$1,234.50`, `(20)`, `12%` */
function parseNumber(said: string): number | null {
  const plain = said.replace(/[$\s%]/g, '').replace(/^\((.*)\)$/, '-$1');
  const isNumber = /^[-+]?(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d+)?(?:e[-+]?\d{1,2})?$/i.test(plain) && /\d/.test(plain);
  const number = Number(plain.replaceAll(',', ''));
  return isNumber && Number.isFinite(number) ? number : null;
}
