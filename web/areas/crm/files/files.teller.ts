// Puts the journal's entries about files into plain words.
import { IconFile } from '@tabler/icons-react';
import type { Teller } from '#app/timelineTeller.ts';

export const fileTeller: Teller = {
  kind: 'files',
  icon: IconFile,
  tell({ action, changes }) {
    const of = (field: string) => changes.find((change) => change.field === field);
    const [verb, file] = [action.replace('file_', ''), of('file')];
    if (verb === 'renamed') return { summary: `renamed the file ${file?.before} to ${file?.after}`, lines: [] };
    if (verb === 'infected')
      return { summary: `added the file ${file?.after}, in which a virus was found`, lines: [String(of('virus')?.after ?? '')] };
    return { summary: `${verb} the file ${file?.after}`, lines: [] };
  },
};
