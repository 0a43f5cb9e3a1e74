// Shared code of the journeys with phones: browsers with a beeping microphone, and the sound that reaches
// them.
import { expect, type Page } from '@playwright/test';
import { getMe } from '#contract/signIn.ts';
import { call } from './support.ts';

/** `test.use(withSound)` */
export const withSound = {
  launchOptions: {
    ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    args: [
      ...['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update'],
      ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'], // a beeping microphone, allowed
      '--allow-loopback-in-peer-connection', // a machine without a network has no other way to itself
    ],
  },
};

export const phone = (page: Page) => page.getByRole('region', { name: 'Phone', exact: true });
/** Of `/sandbox/phone`. */
export const handset = (page: Page) => page.getByRole('region', { name: 'The phone' });
export const button = (page: Page, name: string | RegExp) =>
  phone(page).getByRole('button', { name, exact: typeof name === 'string' });

/** Opens the phone, and waits until calls reach it. */
export async function openPhone(page: Page) {
  await page.getByRole('button', { name: /^Phone: / }).click();
  await expect(phone(page).getByRole('status').first()).toHaveText('Ready', { timeout: 30_000 });
}

/** Bytes and energy of the sound that the page's connections have received. After `remember`. */
export const received = (page: Page) =>
  page.evaluate(async () => {
    const sums = { bytes: 0, energy: 0 };
    for (const connection of window.connections)
      for (const report of (await connection.getStats()).values())
        if (report.type === 'inbound-rtp') {
          sums.bytes += report.bytesReceived ?? 0;
          sums.energy += report.totalAudioEnergy ?? 0;
        }
    return sums;
  });

/** How much more energy arrives within two beeps of the microphone. */
export async function energyOf(page: Page): Promise<number> {
  const before = await received(page);
  await expect.poll(async () => (await received(page)).bytes, { timeout: 20_000 }).toBeGreaterThan(before.bytes + 24_000); // three seconds of PCMU
  return (await received(page)).energy - before.energy;
}

export const hears = (page: Page) => expect.poll(() => energyOf(page), { timeout: 40_000 }).toBeGreaterThan(0.001);
export const hearsNothing = (page: Page) => expect.poll(() => energyOf(page), { timeout: 40_000 }).toBeLessThan(0.0001);

export const remember = (page: Page) =>
  page.addInitScript(() => {
    window.connections = [];
    const Native = RTCPeerConnection;
    window.RTCPeerConnection = class extends Native {
      constructor(settings?: RTCConfiguration) {
        super(settings);
        window.connections.push(this);
      }
    };
  });

/** The browser finds that its connection has failed, and later that the next one stands. */
export const loseWay = (page: Page) =>
  page.evaluate(() => {
    for (const connection of window.connections) {
      const tell = () => connection.dispatchEvent(new Event('iceconnectionstatechange'));
      Object.defineProperty(connection, 'iceConnectionState', { configurable: true, get: () => 'failed' });
      tell();
      Reflect.deleteProperty(connection, 'iceConnectionState');
      connection.addEventListener('connectionstatechange', () => connection.connectionState === 'connected' && tell());
    }
  });

/** The sound's destination: the other end's address and port. */
export const wayOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const ways: string[] = [];
    for (const connection of window.connections) {
      const reports = [...(await connection.getStats()).values()];
      const used = reports.find(({ type }) => type === 'transport')?.selectedCandidatePairId;
      const pair = reports.find(({ id }) => id === used);
      const far = reports.find(({ id }) => id === pair?.remoteCandidateId);
      if (far) ways.push(`${far.address}:${far.port}`);
    }
    return ways.join();
  });

export const nameOf = async (page: Page) => {
  const { profile } = await call(page, getMe, {});
  return `${profile.first_name} ${profile.last_name}`;
};

export async function callColleague(page: Page, name: string) {
  await button(page, 'Call a colleague').click();
  await phone(page).getByLabel('Colleague to call').fill(name);
  await page
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .click();
  await button(page, 'Call').click();
}

declare global {
  interface Window {
    connections: RTCPeerConnection[];
  }
}
