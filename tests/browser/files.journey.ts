// Files of a contact: dropped, continued after an interruption, looked at, renamed, removed with undo, found; and recordings with a player.
import { expect, type Page } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { partSize } from '#contract/fileRules.ts';
import { samplePdf, samplePicture } from '../../server/seed/samples.ts';
import { call, expectAccessible, expectFits, signIn, test, unique } from './support.ts';

const list = (page: Page) => page.getByRole('region', { name: 'Files' });
const row = (page: Page, name: string) => list(page).getByRole('row').filter({ hasText: name });
const choose = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type="file"]').setInputFiles(files);

async function openFiles(page: Page) {
  await signIn(page, 'agent@harbor.test');
  const { id } = await call(page, createContact, { body: { first_name: 'Rosa', last_name: unique('Filed') } });
  await page.goto(`/contacts/${id}?tab=files`);
  await expect(list(page).getByText('No files yet')).toBeVisible();
  return id;
}

test('files are added, looked at, renamed, found, and removed with undo', async ({ page }) => {
  await openFiles(page);
  await expectAccessible(page);
  await choose(
    page,
    { name: 'Scope of appointment.pdf', mimeType: 'application/pdf', buffer: samplePdf('Scope of appointment', ['Rosa']) },
    { name: 'Insurance card.png', mimeType: 'image/png', buffer: samplePicture() },
    { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<script>alert(1)</script>') },
    { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
  );
  await expect(row(page, 'page.png')).toBeVisible();
  await expect(list(page).getByRole('row')).toHaveCount(4);
  await expect(list(page).getByText('This file is empty.')).toBeVisible();
  await expectAccessible(page);
  await list(page).getByRole('button', { name: 'Dismiss empty.txt' }).click();

  await list(page).getByRole('button', { name: 'Scope of appointment.pdf', exact: true }).click();
  const preview = page.getByRole('dialog', { name: 'Scope of appointment.pdf' });
  await expect(preview.locator('canvas[data-drawn]')).toBeVisible();
  expect(await inkOf(preview.locator('canvas'))).toBeGreaterThan(100);
  // Its text lies over the picture of it: for screen readers, search and copying.
  const line = preview.getByText('Rosa', { exact: true });
  await expect(line).toBeAttached();
  const [text, canvas] = [await line.boundingBox(), await preview.locator('canvas').boundingBox()];
  if (!text || !canvas) throw new Error('no text');
  expect((text.x - canvas.x) / canvas.width).toBeCloseTo(72 / 612, 1);
  expect((text.y - canvas.y) / canvas.height).toBeCloseTo(96 / 792, 1);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await list(page).getByRole('button', { name: 'Insurance card.png', exact: true }).click();
  const picture = page.getByRole('dialog', { name: 'Insurance card.png' }).locator('img');
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(480);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  // A page that calls itself a picture is a download, not a preview.
  await expect(list(page).getByRole('button', { name: 'page.png', exact: true })).toHaveCount(0);
  const download = page.waitForEvent('download');
  await list(page).getByRole('link', { name: 'page.png' }).click();
  expect((await download).suggestedFilename()).toBe('page.png');

  await row(page, 'page.png')
    .getByRole('button', { name: /^Actions of/ })
    .click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename the file' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Name').fill('Letter.txt');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(row(page, 'Letter.txt')).toBeVisible();
  await row(page, 'Letter.txt')
    .getByRole('button', { name: /^Actions of/ })
    .click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(list(page).getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Letter.txt')).toBeVisible();

  await list(page).getByRole('button', { name: 'Name', exact: true }).click();
  await expect(list(page).getByRole('rowheader')).toContainText(['Insurance card.png', 'Letter.txt', 'Scope of appointment.pdf']);
  await list(page).getByRole('searchbox').fill('scope');
  await expect(list(page).getByRole('row')).toHaveCount(2);
  await list(page).getByRole('searchbox').fill('nowhere');
  await expect(list(page).getByText('No files match “nowhere”')).toBeVisible();

  await page.getByRole('tab', { name: 'Timeline' }).click();
  await expect(page.getByText('renamed the file page.png to Letter.txt')).toBeVisible();
  await expect(page.getByText('removed the file Letter.txt')).toBeVisible();
});

test('a scan in a PDF is drawn, by a decoder that the page’s policy lets load', async ({ page }) => {
  await openFiles(page);
  await choose(page, { name: 'scan.pdf', mimeType: 'application/pdf', buffer: scannedPdf() });
  await list(page).getByRole('button', { name: 'scan.pdf', exact: true }).click();
  const preview = page.getByRole('dialog', { name: 'scan.pdf' });
  await expect(preview.locator('canvas[data-drawn]')).toBeVisible();
  expect(await inkOf(preview.locator('canvas'))).toBeGreaterThan(1_000);
});

test('the text of a page that is turned lies over the turned picture', async ({ page }) => {
  await openFiles(page);
  const upright = samplePdf('Turned', ['Rosa']).toString('latin1');
  const turned = Buffer.from(upright.replace('/MediaBox', '/Rotate 90 /MediaBox'), 'latin1');
  await choose(page, { name: 'turned.pdf', mimeType: 'application/pdf', buffer: turned });
  await list(page).getByRole('button', { name: 'turned.pdf', exact: true }).click();
  const preview = page.getByRole('dialog', { name: 'turned.pdf' });
  await expect(preview.locator('canvas[data-drawn]')).toBeVisible();
  const line = preview.getByText('Rosa', { exact: true });
  await expect(line).toBeAttached();
  const [text, canvas] = [await line.boundingBox(), await preview.locator('canvas').boundingBox()];
  if (!text || !canvas) throw new Error('no text');
  expect(text.height).toBeGreaterThan(text.width);
  expect((text.x + text.width - canvas.x) / canvas.width).toBeCloseTo((792 - 96) / 792, 1);
  expect((text.y - canvas.y) / canvas.height).toBeCloseTo(72 / 612, 1);
});

test('an interrupted upload goes on by itself, and after a reload once the file is chosen again', async ({ page }) => {
  const id = await openFiles(page);
  const buffer = Buffer.alloc(partSize * 2 + 1_000, 'Steward ');
  const file = { name: 'big.bin', mimeType: 'application/octet-stream', buffer, lastModified: 1 };
  const parts: string[] = [];
  let cut = 1;
  await page.route(`**/v1/contacts/${id}/file_uploads/*?offset=*`, async (route) => {
    const offset = new URL(route.request().url()).searchParams.get('offset') ?? '';
    if (offset !== '0' && cut > 0) return route.abort('connectionreset');
    parts.push(offset);
    await route.continue();
  });
  await choose(page, file);
  await expect(list(page).getByText('The connection is lost. It continues by itself')).toBeVisible();
  await expectAccessible(page);
  cut = 0;
  await expect(row(page, 'big.bin')).toBeVisible();
  expect(parts).toEqual(['0', String(partSize), String(partSize * 2)]);

  // Cancelled by closing the page: the server keeps the first part for a day.
  parts.length = 0;
  cut = 1;
  page.on('dialog', (dialog) => void dialog.accept());
  const again = { ...file, name: 'again.bin' };
  await choose(page, again);
  await expect(list(page).getByText('The connection is lost. It continues by itself')).toBeVisible();
  await page.reload();
  await expect(row(page, 'big.bin')).toBeVisible();
  cut = 0;
  await choose(page, again);
  await expect(row(page, 'again.bin')).toBeVisible();
  expect(parts.filter((offset) => offset === '0').length).toBeLessThanOrEqual(2);

  const { promise: never } = Promise.withResolvers<void>();
  await page.unroute(`**/v1/contacts/${id}/file_uploads/*?offset=*`);
  await page.route(`**/v1/contacts/${id}/file_uploads/*?offset=*`, () => never);
  await choose(page, { ...file, name: 'cancelled.bin' });
  await list(page).getByRole('button', { name: 'Cancel cancelled.bin' }).click();
  await expect(list(page).getByText('cancelled.bin')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Details' }).click(); // leaving asks nothing: no upload runs
});

test('many files with long names fit on every screen', async ({ page }) => {
  await openFiles(page);
  const files = Array.from({ length: 26 }, (_, place) => ({
    name: `${place} ${'Lifetime Protector Supplemental '.repeat(4)}.png`,
    mimeType: 'image/png',
    buffer: samplePicture(40, 40),
  }));
  await choose(page, ...files);
  await expect(list(page).getByRole('button', { name: 'Page 2' })).toBeVisible();
  await expect(list(page).getByRole('list', { name: 'Uploads' })).toHaveCount(0);
  await list(page).getByRole('button', { name: 'Page 2' }).click();
  await expect(list(page).getByRole('row')).toHaveCount(2);
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expectFits(page);
    await expectAccessible(page);
  }
});

test('recordings of calls are played', async ({ page }) => {
  await signIn(page, 'admin@harbor.test');
  const { id } = await demoClient(page);
  await page.goto(`/contacts/${id}?tab=recordings`);
  const recordings = page.getByRole('region', { name: 'Recordings' });
  await expect(recordings.getByRole('row')).toHaveCount(3);
  await expectAccessible(page);
  const player = recordings.locator('audio').first();
  await player.evaluate(async (audio: HTMLAudioElement) => {
    audio.muted = true;
    await audio.play();
  });
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(5);
  await player.evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = 4;
  });
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThanOrEqual(4);
  await recordings.getByRole('searchbox').fill('nowhere');
  await expect(recordings.getByText('No recordings match “nowhere”')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await recordings.getByRole('searchbox').fill('');
  await expect(recordings.getByRole('row')).not.toHaveCount(0);
  await expectFits(page);
  await expectAccessible(page);
});

/** How many pixels of a canvas are not white. */
const inkOf = (canvas: ReturnType<Page['locator']>) =>
  canvas.evaluate((node: HTMLCanvasElement) => {
    const { data } = node.getContext('2d')?.getImageData(0, 0, node.width, node.height) ?? { data: [] };
    let ink = 0;
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) ink++;
    return ink;
  });

/** The first of the demo's clients has files and recordings. */
async function demoClient(page: Page): Promise<{ id: number }> {
  const answer = await page.request.get('/v1/contacts/1/call_files');
  for (let id = 1; ; id++) {
    const calls = id === 1 ? answer : await page.request.get(`/v1/contacts/${id}/call_files`);
    if (calls.ok() && (await calls.json()).data.length > 0) return { id };
    if (id > 200) throw new Error('no contact of the demo has recordings');
  }
}

/** One page that a black picture fills, as JPEG 2000. */
function scannedPdf(): Buffer {
  const picture = Buffer.from(
    '/0//UQAvAAAAAAAQAAAAEAAAAAAAAAAAAAAAEAAAABAAAAAAAAAAAAADDwEBDwEBDwEB/1IADAAAAAEBBAQEAAH/XAAQQICIiJCIiJCIiJCIiJD/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjD/kAAKAAAAAAAhAAH/k9/4gAgHgICAgICAgICAgICAgID/2Q==',
    'base64',
  );
  const drawn = '600 0 0 600 0 0 cm /Im Do';
  const stream = (dictionary: string, data: string) => `<< ${dictionary} /Length ${data.length} >>\nstream\n${data}\nendstream`;
  const image =
    '/Type /XObject /Subtype /Image /Width 16 /Height 16 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /JPXDecode';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 600] /Contents 4 0 R /Resources << /XObject << /Im 5 0 R >> >> >>',
    stream('', drawn),
    stream(image, picture.toString('latin1')),
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  // Without a table of places: readers look for the objects.
  return Buffer.from(`%PDF-1.5\n${body}trailer\n<< /Size 6 /Root 1 0 R >>\n%%EOF\n`, 'latin1');
}
