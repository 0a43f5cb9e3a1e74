// Shared steps of the sign-in journeys.
import { expect, type Page } from '@playwright/test';
import { expectAccessible, password, searchBox, signInByHand } from './support.ts';

/** The API paths that the page has called. */
export function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (sent) => {
    const { pathname } = new URL(sent.url());
    if (pathname.startsWith('/v1/') || pathname === '/cable') calls.push(pathname);
  });
  page.on('websocket', (socket) => calls.push(new URL(socket.url()).pathname));
  return calls;
}

/** Signs in with the form, on a page without a session. */
export async function signInAs(page: Page, email: string, path = '/login') {
  await page.goto(path);
  await signInByHand(page, email);
}

/** Does the step on screen: enters the current and a new password, and continues. */
export async function chooseAnother(page: Page, present = password) {
  await page.getByLabel('Current password').fill(present);
  await page.getByLabel('New password').fill('seven herons over the bay');
  await page.getByRole('button', { name: 'Change the password' }).click();
  const done = page.getByRole('status').filter({ hasText: 'All done. You can go back to work.' });
  await expect(done).toBeVisible();
  await expectAccessible(page);
  await done.getByRole('link', { name: 'Go to your contacts' }).click();
  await expect(searchBox(page)).toBeVisible();
}

/** On the security page of the company. */
export async function choosePerson(page: Page, name: string) {
  await page.getByRole('combobox', { name: 'Person' }).fill(name);
  await page.getByRole('option', { name }).click();
}
