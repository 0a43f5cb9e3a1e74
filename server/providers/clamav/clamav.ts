// ClamAV over TCP: clamd's INSTREAM takes chunks, each after its length in four bytes, and an empty one at the end.
import { once } from 'node:events';
import { connect } from 'node:net';
import { type FileScanner, ScanFailed } from '#kernel/files/scanner.ts';
import type { Config } from '#kernel/ops/config.ts';

/** Milliseconds without a byte in either direction. */
const patience = 60_000;
/** Milliseconds for a question. */
const questionMs = 5_000;
/** Bytes of an answer: a line with the virus's name. */
const maxAnswer = 4096;

/** Null without a configured daemon. */
export const openScanner = ({ clamd }: Pick<Config, 'clamd'>): FileScanner | null => clamd && clamdScanner(clamd);

export const clamdScanner = ({ host, port }: { host: string; port: number }): FileScanner => ({
  async scan(content) {
    const socket = connect({ host, port }).setTimeout(patience, () => socket.destroy(new ScanFailed('clamd does not answer')));
    let answer = '';
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text;
      if (answer.length > maxAnswer) socket.destroy(new ScanFailed('clamd answers at length'));
    });
    const ended = once(socket, 'close');
    ended.catch(() => {}); // it fails while nothing waits for it, too
    try {
      await once(socket, 'connect');
      const write = async (bytes: Uint8Array | string) => {
        // It answers before the end where the file is too large for it, and closes.
        if (!socket.writable || socket.write(bytes)) return;
        await Promise.race([once(socket, 'drain'), ended]);
      };
      await write('zINSTREAM\0');
      for await (const bytes of content) {
        if (!socket.writable) break;
        if (bytes.length === 0) continue;
        await write(lengthOf(bytes.length));
        await write(bytes);
      }
      await write(lengthOf(0));
      await ended;
    } catch (error) {
      throw error instanceof ScanFailed ? error : new ScanFailed('the scan failed', { cause: error });
    } finally {
      socket.destroy();
    }
    return resultOf(answer.replace(/\0.*$/s, '').trim());
  },
  async check() {
    const socket = connect({ host, port }).setTimeout(questionMs, () => socket.destroy(new ScanFailed('NO_ANSWER')));
    try {
      socket.setEncoding('utf8').end('zPING\0');
      const answer = (await socket.take(10).toArray()).join('');
      return answer.startsWith('PONG') ? null : 'NO_CLAMD';
    } catch (error) {
      return error instanceof Error && 'code' in error ? String(error.code) : 'NO_ANSWER';
    } finally {
      socket.destroy();
    }
  },
});

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/** `stream: OK`, `stream: Eicar-Signature FOUND`, or an error. */
function resultOf(answer: string): { virus: string | null } {
  if (answer === 'stream: OK') return { virus: null };
  const virus = /^stream: (.{1,200}) FOUND$/.exec(answer)?.[1];
  if (virus) return { virus };
  throw new ScanFailed(`clamd answered: ${answer.slice(0, 200) || 'nothing'}`);
}
