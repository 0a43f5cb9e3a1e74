// The demo's page of pieces: each in its states, light, dark and narrow.
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectFits, signIn, test } from './support.ts';

for (const width of [1440, 390]) {
  test(`every piece is readable and fits at ${width} px, light and dark`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, 'agent@harbor.test', '/sandbox/pieces');
    await expect(page.getByRole('region', { name: 'Wizard' })).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
  });
}

test('fields check themselves', async ({ page }) => {
  await signIn(page, 'agent@harbor.test', '/sandbox/pieces');
  const wrong = page.getByRole('region', { name: 'Fields that are wrong' });
  await expect(wrong.getByText('This is not a date')).toBeVisible();
  const phone = wrong.getByRole('textbox', { name: 'Mobile phone' });
  await expect(wrong.getByText('This is not a US phone number')).toBeVisible();
  await phone.fill('305 555 0142');
  await phone.blur();
  await expect(phone).toHaveValue('(305) 555-0142');
  await expect(wrong.getByText('This is not a US phone number')).toBeHidden();
  const days = page.getByRole('region', { name: 'Days, times and phones' });
  await expect(days.getByText('This is before the first day')).toBeVisible();
  await days.getByRole('textbox', { name: 'Turns 65: days' }).fill('90');
  await expect(days.getByRole('status')).toHaveText('in the next 90 days');
});

test('a drawer keeps its buttons in sight, and gives the focus back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await signIn(page, 'agent@harbor.test', '/sandbox/pieces');
  const opener = page.getByRole('button', { name: 'Form drawer' });
  await opener.click();
  const drawer = page.getByRole('dialog', { name: 'Edit Walk-ins' });
  await expect(drawer.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expect(drawer.getByRole('button', { name: 'Save' })).toBeInViewport();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
  await open(page, 'Clash');
  await open(page, 'Refused');
});

/** Opened, looked at, closed. */
async function open(page: Page, name: string) {
  await page.getByRole('button', { name }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}
