// A form as the designer has it: one list of headings and fields, which people put in order.
import type { CaptureForm, CaptureSections } from '#contract/captureForms.ts';
import type { conditionOperators } from '#contract/captureProgress.ts';
import type { CustomField } from '#contract/customFields.ts';
import { answerWords } from '../dataCapture/dataCapture.labels.ts';

export type LaidField = CaptureSections[number]['fields'][number];
/** The id of a heading is below 0, that of a field is the custom field's. */
export type Row = { id: number; title: string; field?: never } | { id: number; field: LaidField; title?: never };

export const rowsOf = (sections: CaptureForm['sections']): Row[] =>
  sections.flatMap(({ title, fields }, place) => [
    { id: -1 - place, title },
    ...fields.map(({ field_id, required, help, shown_when }) => ({
      id: field_id,
      field: { field_id, required, help, shown_when },
    })),
  ]);

/** Fields above the first heading stand in a section without a title. */
export function sectionsOf(rows: readonly Row[]): CaptureSections {
  const sections: CaptureSections = [];
  for (const { title, field } of rows) {
    if (title !== undefined) sections.push({ title, fields: [] });
    else {
      if (sections.length === 0) sections.push({ title: '', fields: [] });
      sections.at(-1)?.fields.push(field);
    }
  }
  return sections;
}

/** With names and kinds, for the preview; without fields that no longer exist. */
export const previewOf = (rows: readonly Row[], customFields: readonly CustomField[]): CaptureForm['sections'] =>
  sectionsOf(rows).map(({ title, fields }) => ({
    title,
    fields: fields.flatMap((field) => {
      const custom = customFields.find(({ id }) => id === field.field_id);
      return custom ? [{ ...field, name: custom.name, type: custom.type, choices: custom.choices }] : [];
    }),
  }));

/** Fields whose condition names a field that is not above them. */
export const misplaced = (rows: readonly Row[]): number[] => {
  const ids = rows.map(({ id }) => id);
  return rows.flatMap(({ id, field }, place) => {
    const above = field?.shown_when && ids.indexOf(field.shown_when.field_id);
    return typeof above === 'number' && (above === -1 || above > place) ? [id] : [];
  });
};

export const operatorWords: Record<(typeof conditionOperators)[number], string> = {
  any_of: 'is',
  none_of: 'is not',
  is_empty: 'is empty',
  is_not_empty: 'has an answer',
};

/** "Shown when Smoker is Yes" */
export function conditionWords({ shown_when }: LaidField, customFields: readonly CustomField[]): string {
  if (!shown_when) return '';
  const { field_id, operator, values } = shown_when;
  const above = customFields.find(({ id }) => id === field_id);
  const listed = operator.startsWith('is_') ? '' : ` ${values.map((value) => answerWords(value, above?.type)).join(' or ')}`;
  return `Shown when ${above?.name ?? 'a deleted field'} ${operatorWords[operator]}${listed}`;
}
