// The call centre: three people at three browsers. A colleague is asked before a call is passed on; a manager
// listens, whispers and joins; the board follows.
import { expect, type Page } from '@playwright/test';
import { updateFeatureFlag } from '#contract/featureFlags.ts';
import { button, callColleague, hears, hearsNothing, nameOf, openPhone, phone, remember, withSound } from './phones.ts';
import { call, expectAccessible, expectFits, signIn, test } from './support.ts';

test.use(withSound);

const board = (page: Page) => page.getByRole('grid', { name: 'People' });
const rowOf = (page: Page, name: string) => board(page).getByRole('row', { name: new RegExp(`^${name}`) });

/** Their microphones beep from now on, or are silent. */
const speaks = async (page: Page, isOn: boolean) => {
  await button(page, isOn ? 'Unmute' : 'Mute').click();
  await expect(button(page, isOn ? 'Mute' : 'Unmute')).toBeVisible();
};

async function pickColleague(page: Page, name: string) {
  await button(page, 'Transfer').click();
  await phone(page).getByLabel('Transfer the call to').fill(name);
  await page
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .click();
}

test('a colleague is asked first, the call is taken back, asked again and passed on', async ({ page, another }) => {
  test.setTimeout(240_000);
  await remember(page);
  await signIn(page, 'agent@harbor.test');
  const caller = await another('agent2@harbor.test');
  const asked = await another('manager@harbor.test');
  for (const other of [caller, asked]) {
    await remember(other);
    await other.reload();
  }
  for (const each of [page, caller, asked]) await openPhone(each);
  const [mine, wanted] = [await nameOf(page), await nameOf(asked)];

  await callColleague(caller, mine);
  await button(page, 'Accept').click();
  await expect(phone(page).getByRole('timer')).toBeVisible();

  await pickColleague(page, wanted);
  await expectAccessible(page);
  await button(page, 'Ask first').click();
  const consult = phone(page).getByRole('region', { name: 'Transfer' });
  await expect(consult).toContainText('Ringing at your colleague.');
  await expect(consult).toContainText(wanted);
  await expect(consult.getByRole('button', { name: 'Complete transfer' })).toBeDisabled();
  await expect(phone(asked).getByText('Incoming Call ...')).toBeVisible();
  await expect(phone(asked)).toContainText(mine);
  await expectAccessible(page);
  await button(asked, 'Accept').click();
  await expect(consult).toContainText('You speak with your colleague.');
  await hears(asked);
  await button(page, 'Take back').click();
  await expect(consult).toBeHidden();
  await expect(phone(asked).getByText(/^Call ended after/)).toBeVisible();
  await hears(caller);

  await button(asked, 'Close').click();
  await pickColleague(page, wanted);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab'); // past Pass on
  await page.keyboard.press('Enter');
  await button(asked, 'Accept').click();
  await expect(consult).toContainText('You speak with your colleague.');
  await consult.getByRole('button', { name: 'Complete transfer' }).focus();
  await page.keyboard.press('Enter');
  await expect(phone(page).getByText(/^Call ended after/)).toBeVisible();
  await expect(phone(caller).getByRole('timer')).toBeVisible();
  await hears(caller);
  await hears(asked);
  await button(asked, 'Hangup').click();
  await expect(phone(caller).getByText(/^Call ended after/)).toBeVisible();
});

test('a manager sees a call on the board, listens, whispers, joins and leaves', async ({ page, another }) => {
  test.setTimeout(240_000);
  await remember(page);
  await signIn(page, 'manager@harbor.test', '/call-centre');
  const agent = await another('agent@harbor.test');
  const other = await another('agent2@harbor.test');
  for (const each of [agent, other]) {
    await remember(each);
    await each.reload();
  }
  const [name, theirs] = [await nameOf(agent), await nameOf(other)];
  for (const each of [page, agent, other]) await openPhone(each);
  await page.keyboard.press('p');
  await expect(rowOf(page, name)).toContainText('Available');
  await expectAccessible(page);

  await callColleague(agent, theirs);
  await expect(rowOf(page, theirs)).toContainText('Ringing');
  await button(other, 'Accept').click();
  await expect(rowOf(page, name)).toContainText('On a call');
  await expect(rowOf(page, name)).toContainText(theirs);
  await expectAccessible(page);
  await expectFits(page);

  // Of the three only the manager's microphone is left on, which nobody hears while they listen.
  await rowOf(page, name)
    .getByRole('button', { name: `Listen: call of ${name}` })
    .click();
  await expect(phone(page)).toContainText('You hear both sides. Nobody hears you.');
  await expect(rowOf(page, name).getByRole('button', { name: /^Listen/ })).toHaveAttribute('aria-pressed', 'true');
  await hears(page);
  await expectAccessible(page);
  for (const each of [agent, other]) await speaks(each, false);
  for (const each of [agent, other]) await hearsNothing(each);

  await phone(page).getByRole('radio', { name: 'Whisper' }).focus();
  await page.keyboard.press('Space');
  await expect(phone(page)).toContainText(`${name} hears you. The other side does not.`);
  await hears(agent);
  await hearsNothing(other);

  await phone(page).getByText('Join', { exact: true }).click();
  await expect(phone(page)).toContainText('Both sides hear you.');
  await hears(other);
  await hears(agent);

  await button(page, 'Leave').click();
  await expect(rowOf(page, name).getByRole('button', { name: `Listen: call of ${name}` })).toBeVisible();
  await expect(phone(agent).getByRole('timer')).toBeVisible();
  await button(agent, 'Hangup').click();
  await expect(rowOf(page, name)).toContainText('Available');
});

test('the board is searched, filtered, sorted and read on a phone; others do not see it', async ({ page, another }) => {
  await signIn(page, 'admin@harbor.test', '/call-centre');
  await expect(board(page).getByRole('row').nth(3)).toBeVisible();
  const all = await board(page).getAttribute('aria-rowcount');
  await page.getByRole('searchbox', { name: 'Search people' }).fill('nobody by this name');
  await expect(page.getByRole('heading', { name: 'Nobody matches' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show everyone' }).click();
  await expect(board(page)).toHaveAttribute('aria-rowcount', all ?? '');
  await board(page).getByRole('button', { name: 'Talk time' }).click();
  await expect(page).toHaveURL(/order_field=talked/);
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expectFits(page);
    await expectAccessible(page);
  }
  const agent = await another('agent@harbor.test', '/call-centre');
  await expect(agent.getByRole('heading', { level: 1, name: 'Access denied!' })).toBeVisible();
  await expect(agent.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Call centre' })).toBeHidden();
});

test('an open phone closes when its user may not use the dialer any more', async ({ page, another }) => {
  await signIn(page, 'agent2@harbor.test');
  await openPhone(page);
  const admin = await another('admin@harbor.test');
  const { id } = await page.evaluate(async () => (await fetch('/v1/users/me')).json());
  const set = (enabled: boolean | null) => call(admin, updateFeatureFlag, { body: { feature: 'dialer', user_id: id, enabled } });
  await set(false);
  await expect(phone(page)).toBeHidden();
  await expect(page.getByRole('button', { name: /^Phone: / })).toBeHidden();
  await set(null);
  await expect(page.getByRole('button', { name: 'Phone: ready' })).toBeVisible({ timeout: 30_000 });
});
