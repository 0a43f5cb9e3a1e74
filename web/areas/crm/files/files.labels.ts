// How files are spoken of: their kinds, the answers of a virus scan, lengths of calls.
import {
  type Icon,
  IconFile,
  IconFileMusic,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconPhoto,
  IconVideo,
} from '@tabler/icons-react';
import { pdfType, pictureTypes, type ScanState } from '#contract/fileRules.ts';

const kinds: [RegExp, Icon, string][] = [
  [/^application\/pdf$/, IconFileTypePdf, 'PDF'],
  [/^image\//, IconPhoto, 'Picture'],
  [/^audio\//, IconFileMusic, 'Sound'],
  [/^video\//, IconVideo, 'Video'],
  [/spreadsheetml|^text\/csv$/, IconFileSpreadsheet, 'Table'],
  [/wordprocessingml|^application\/rtf$|^text\/plain$/, IconFileText, 'Text'],
  [/zip$/, IconFileZip, 'Archive'],
];

export const kindOf = (type: string): { icon: Icon; word: string } => {
  const [, icon = IconFile, word = 'File'] = kinds.find(([pattern]) => pattern.test(type)) ?? [];
  return { icon, word };
};

export const isShown = ({ type, scan }: { type: string; scan: ScanState }) =>
  scan !== 'infected' && (type === pdfType || pictureTypes.includes(type));

/** 1:05, 1:02:09 */
export function lengthWords(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
