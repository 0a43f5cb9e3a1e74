import { setTimeout as pause } from 'node:timers/promises';

/** Asks again until there is an answer, and gives up after some seconds. */
export async function until<T>(ask: () => Promise<T | null | undefined | false>, seconds = 20): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > deadline) throw new Error(`waited ${seconds} s in vain`);
    await pause(25);
  }
}
