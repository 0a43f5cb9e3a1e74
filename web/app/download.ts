// A file that a call answers with: saved as the browser saves downloads, under the server's name.
import type { CallOf, Endpoint } from '#contract/kit/endpoint.ts';
import { requestOf } from '#contract/kit/request.ts';
import { csrfHeader, refusalOf } from './api.ts';

/** For calls that a link cannot make, because their input is a body. `onProgress`: bytes so far. */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (bytes: number) => void } = {},
): Promise<void> {
  const { url, body } = requestOf(endpoint, input as object);
  const headers = { 'content-type': 'application/json', ...csrfHeader(endpoint) };
  const response = await fetch(url, {
    method: endpoint.method,
    credentials: 'same-origin',
    headers,
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
  if (!response.ok || !response.body) throw refusalOf(response.status, await response.text());
  let bytes = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, next) {
        bytes += chunk.byteLength;
        onProgress?.(bytes);
        next.enqueue(chunk);
      },
    }),
  );
  // The browser keeps a large blob on disk.
  save(
    await new Response(counted, { headers: response.headers }).blob(),
    nameIn(response.headers.get('content-disposition') ?? ''),
  );
}

function save(file: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser reads it after the click
}

const nameIn = (disposition: string) => decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? 'download');
