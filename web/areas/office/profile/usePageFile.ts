// Sends one of the user's files as soon as it is chosen, and removes it.
import { useRef } from 'react';
import { upload } from '#app/api.ts';
import { notice, textOf } from '#app/notices.tsx';
import { useSend } from '#app/queries.ts';
import { keepMe, useMe } from '#app/session.ts';
import { updateWebpage } from '#contract/webpage.ts';
import type { UploadName } from '#contract/webpageParts.ts';

/** `what`: "your photo". */
export function usePageFile(name: UploadName, what: string) {
  const params = { id: useMe().id };
  const chosen = useRef<File>(undefined);
  const { mutate, isPending, error } = useSend(updateWebpage, {
    form: true,
    handles: ['invalid', 'too_large', 'files.storage_full'],
    onDone: (me, { body }) => {
      keepMe(me);
      notice.done(name in body ? `Removed ${what}` : `Saved ${what}`);
    },
    by: (input) =>
      upload(updateWebpage, { ...input, field: name, ...(!(name in input.body) && chosen.current && { file: chosen.current }) }),
  });
  return {
    send(file: File) {
      chosen.current = file;
      mutate({ params, body: {} });
    },
    remove: () => mutate({ params, body: { [name]: null } }),
    busy: isPending,
    error: error ? textOf(error) : undefined,
  };
}
