// Merge fields: `{{first_name|there}}` in texts and addresses of mails. A fixed list, no language. Pure functions for server and browser.

interface FieldDefinition {
  /** As people choose it. */
  label: string;
  /** Of the contact who gets the mail, of the user in whose name it goes out, of that user's company. */
  of: 'contact' | 'agent' | 'company';
}

/** Nothing sealed is among them. */
export const mergeFields = {
  first_name: { label: 'First name', of: 'contact' },
  preferred_name: { label: 'Preferred name', of: 'contact' },
  last_name: { label: 'Last name', of: 'contact' },
  full_name: { label: 'Full name', of: 'contact' },
  organization: { label: 'Organization', of: 'contact' },
  city: { label: 'City', of: 'contact' },
  state: { label: 'State', of: 'contact' },
  zip_code: { label: 'ZIP code', of: 'contact' },
  phone: { label: 'Phone', of: 'contact' },
  email: { label: 'E-mail', of: 'contact' },
  agent_first_name: { label: 'Your first name', of: 'agent' },
  agent_name: { label: 'Your name', of: 'agent' },
  agent_title: { label: 'Your title', of: 'agent' },
  agent_email: { label: 'Your e-mail', of: 'agent' },
  company_name: { label: 'Company', of: 'company' },
  business_unit: { label: 'Business unit', of: 'company' },
  today: { label: 'Today’s date', of: 'company' },
} as const satisfies Record<string, FieldDefinition>;

export type MergeField = keyof typeof mergeFields;
export const mergeFieldNames = Object.keys(mergeFields) as [MergeField, ...MergeField[]];
/** A field without a value, or with an empty one, shows its fallback. */
export type MergeValues = Partial<Record<MergeField, string>>;

/** Of a contact who is nobody real: what a preview shows without one. */
export const exampleValues: MergeValues = {
  first_name: 'Rosa',
  last_name: 'Alvarez',
  full_name: 'Rosa Alvarez',
  preferred_name: 'Rosa',
  organization: '',
  city: 'Miami',
  state: 'FL',
  zip_code: '33101',
  phone: '(305) 555-0142',
  email: 'rosa@example.com',
};

const isField = (name: string): name is MergeField => Object.hasOwn(mergeFields, name);

export const maxFallback = 100;

export type TemplatePart = { text: string } | { field: MergeField; fallback: string };

/** The template's parts in order. Braces that are no field are text. */
export function partsOf(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const { 0: whole, 1: inner = '', index } of template.matchAll(/\{\{([^{}]*)\}\}/g)) {
    const field = readField(inner);
    if (!field) continue;
    if (index > end) parts.push({ text: template.slice(end, index) });
    parts.push(field);
    end = index + whole.length;
  }
  if (end < template.length) parts.push({ text: template.slice(end) });
  return parts;
}

/** Names that no field has, and braces that are not closed: what must not be saved. */
export function wrongFieldsIn(template: string): string[] {
  return partsOf(template).flatMap((part) =>
    'text' in part ? (part.text.match(/\{\{[^{}]{0,40}\}\}|\{\{[^{}]{0,40}|\}\}/g) ?? []) : [],
  );
}

/** `{{first_name|there}}` */
export const fieldText = (field: MergeField, fallback: string) => (fallback ? `{{${field}|${fallback}}}` : `{{${field}}}`);

/** The fields that it has, each once. */
export const fieldsIn = (template: string): MergeField[] => [
  ...new Set(partsOf(template).flatMap((part) => ('field' in part ? part.field : []))),
];

function readField(inner: string): { field: MergeField; fallback: string } | null {
  const [name = '', ...rest] = inner.split('|');
  const [field, fallback] = [name.trim(), rest.join('|').trim()];
  if (!isField(field) || rest.length > 1 || fallback.length > maxFallback || /\p{Cc}/u.test(fallback)) return null;
  return { field, fallback };
}

/** As text: values are one line each, without signs that nobody sees. */
export const mergedText = (template: string, values: MergeValues): string => merge(template, values, (text) => text);

/** As a header: one line, whatever is in it. */
export const mergedSubject = (template: string, values: MergeValues): string =>
  Array.from(oneLine(mergedText(template, values)))
    .slice(0, 250)
    .join('');

/** As the text of an element, or the value of an attribute in double quotes. */
export const mergedHtml = (template: string, values: MergeValues): string => escaped(mergedText(template, values));

/** As an address: values are a part of it, and cannot begin another part. */
export const mergedAddress = (template: string, values: MergeValues): string =>
  merge(template, values, (value) => encodeURIComponent(value).replaceAll("'", '%27').replaceAll('%40', '@'));

/** Fields that would stay empty: no value and no fallback. */
export const emptyFieldsIn = (template: string, values: MergeValues): MergeField[] => [
  ...new Set(partsOf(template).flatMap((part) => ('field' in part && given(part, values) === '' ? part.field : []))),
];

/** Once: what a value holds is never read as a field. */
const merge = (template: string, values: MergeValues, quote: (value: string) => string): string =>
  partsOf(template)
    .map((part) => ('text' in part ? part.text : quote(given(part, values))))
    .join('');

const given = ({ field, fallback }: { field: MergeField; fallback: string }, values: MergeValues): string =>
  oneLine(values[field] ?? '') || fallback;

/** Without control characters and those that turn the direction of text, which could show another address than the real one. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu, '')
    .trim();

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
