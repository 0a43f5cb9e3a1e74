import type { CaptureFormField } from '#contract/captureForms.ts';
import type { CaptureState } from '#contract/captureProgress.ts';
import type { CustomFieldValue } from '#contract/customFields.ts';
import type { DataCapture } from '#contract/dataCapture.ts';
import { counted, formatDay } from '#contract/kit/formats.ts';

export const captureStateWords: Record<CaptureState, string> = {
  not_started: 'Not started',
  incomplete: 'Incomplete',
  complete: 'Complete',
};

/** "2 of 5 answered, 1 required answer missing" */
export const progressWords = ({ answered, shown, missing }: Pick<DataCapture, 'answered' | 'shown' | 'missing'>): string =>
  [`${answered} of ${shown.length} answered`, missing.length > 0 && `${counted(missing.length, 'required answer')} missing`]
    .filter(Boolean)
    .join(', ');

/** '' if there is none. */
export function answerWords(value: CustomFieldValue | undefined, type?: CaptureFormField['type']): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return value.toLocaleString('en-US');
  return type === 'date' ? formatDay(value) : value;
}
