// The board: contacts by agentflow status, moved by mouse, by keys and from a menu.
import { expect } from '@playwright/test';
import { createContact } from '#contract/contacts.ts';
import { listAgentflowStatuses } from '#contract/reference.ts';
import { call, expectAccessible, searchBox, signIn, test, unique } from './support.ts';

test('a contact goes from column to column, and back', async ({ page, another }) => {
  const admin = await another('admin@harbor.test');
  const { data } = await call(admin, listAgentflowStatuses, {});
  const titles = data.map(({ title }) => title);
  expect(titles.length).toBeGreaterThan(1);
  await signIn(page, 'agent2@harbor.test');
  const last_name = unique('Boarded');
  const agentflow_status_id = data[0]?.id ?? null;
  for (const first_name of ['Ada', 'Ben'])
    await call(page, createContact, { body: { first_name, last_name, agentflow_status_id } });
  await searchBox(page).fill(last_name);
  await page.getByRole('button', { name: 'Board' }).click();
  await expect(page).toHaveURL(/layout=board/);
  const column = (title: string) => page.getByRole('region', { name: title, exact: true });
  const [first, second] = [column(titles[0] ?? ''), column(titles[1] ?? '')];
  const ada = page.getByRole('button', { name: new RegExp(`^Ada ${last_name}`) });
  await expect(first.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);

  await ada.dragTo(second);
  await expect(second.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByText(`Moved Ada ${last_name} to “${titles[1]}”`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(first.getByRole('listitem')).toHaveCount(2);

  const ben = page.getByRole('button', { name: new RegExp(`^Ben ${last_name}`) });
  await ben.focus();
  for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key);
  await expect(second.getByRole('listitem')).toHaveCount(1);
  await expect(ben).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(ada).toBeFocused();
  for (const key of ['Space', 'ArrowRight', 'Escape']) await page.keyboard.press(key);
  await expect(first.getByRole('listitem')).toHaveCount(1);

  await page.getByRole('button', { name: `Move Ada ${last_name}` }).click();
  await page.getByRole('menuitem', { name: 'No agentflow status' }).click();
  await expect(column('No agentflow status').getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(second.getByRole('listitem')).toHaveCount(1);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(ada).toBeVisible();
  await expectAccessible(page);
  await ada.press('Enter');
  await expect(page.getByRole('heading', { name: `Ada ${last_name}`, level: 1 })).toBeVisible();
});
