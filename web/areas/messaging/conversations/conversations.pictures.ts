// The pictures of a received mail, as data for its frame: the frame loads nothing itself, and has no session
// that could.
import { hrefOf } from '#app/api.ts';
import { type ConversationItem, downloadReceivedFile, downloadReceivedPicture } from '#contract/conversations.ts';

type Mail = Pick<ConversationItem, 'id' | 'conversation_id' | 'files'>;

export const isInline = (src: string) => /^cid:/i.test(src);

/** At once, of one mail. */
const lanes = 4;

/** The loaded pictures, by their address in the HTML. */
export async function loadPictures(mail: Mail, sources: readonly string[], signal: AbortSignal): Promise<Map<string, string>> {
  const loaded = new Map<string, string>();
  const waiting = [...sources];
  const work = async () => {
    for (let src = waiting.shift(); src !== undefined; src = waiting.shift()) {
      const href = hrefIn(mail, src);
      const data = href && (await dataAt(href, signal));
      if (data) loaded.set(src, data);
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return loaded;
}

function hrefIn({ id, conversation_id, files }: Mail, src: string): string | null {
  if (!isInline(src)) return hrefOf(downloadReceivedPicture, { params: { id: conversation_id, message_id: id }, query: { src } });
  const file = files.find(({ cid }) => cid !== '' && cid === cidOf(src));
  return file ? hrefOf(downloadReceivedFile, { params: { id: conversation_id, file_id: file.id } }) : null;
}

export const cidOf = (src: string) => decode(src.slice('cid:'.length)).toLowerCase();

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Null: it cannot be loaded, or is no picture. */
async function dataAt(href: string, signal: AbortSignal): Promise<string | null> {
  try {
    const answer = await fetch(href, { credentials: 'same-origin', signal });
    const blob = answer.ok ? await answer.blob() : null;
    return blob && /^image\/(?:jpeg|png|gif|webp)/.test(blob.type) ? await dataOf(blob) : null;
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}

const dataOf = (blob: Blob): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(blob);
  return promise;
};
