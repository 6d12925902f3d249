import type { Page } from '@playwright/test';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { maximumUploadBytes } from '#contract/images/image.ts';
import { expectAccessible, tabTo } from './accessibility.ts';
import type { Account } from './shop.ts';
import { expectToast, startSession } from './storefront.ts';
import { expect, test } from './test.ts';

const editor = (page: Page) => page.getByRole('dialog', { name: 'Your picture' });
const preview = (page: Page) => editor(page).getByAltText('Preview');
const save = (page: Page) => editor(page).getByRole('button', { name: 'Save' });
const opener = (page: Page) => page.getByRole('button', { name: /^(?:Add a|Change your) picture$/ });
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>';
const uploadPath = '**/api/user/upload-avatar';

async function openEditor(page: Page, shopper: Account): Promise<void> {
  await startSession(page, shopper);
  await page.goto('/dashboard/profile');
  await opener(page).click();
  await expect(editor(page)).toBeVisible();
}

async function choose(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await editor(page).locator('input[type="file"]:not([capture])').setInputFiles({ name, mimeType, buffer });
}

function plain(width: number, height: number, background = '#c84'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

/** A photo with so much detail that its file exceeds the upload limit. */
async function heavyPhotograph(): Promise<Buffer> {
  const create = { width: 3200, height: 2400, channels: 3, background: '#000' } as const;
  const leaves = sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 60 } } });
  const photograph = await leaves.jpeg({ quality: 95 }).toBuffer();
  expect(photograph.length).toBeGreaterThan(maximumUploadBytes);
  return photograph;
}

async function storedAvatar({ db, userId }: Account): Promise<string | undefined> {
  const [row] = await db.query<{ avatar: string }>(sql`select avatar from account where id = ${userId}`);
  return row?.avatar;
}

/** True when the picture on the page, not in the dialog, has loaded. */
function isShown(page: Page): Promise<boolean> {
  return page.getByRole('main').evaluate((main) => {
    const image = main.querySelector<HTMLImageElement>('[aria-hidden] img[src^="/images/"]');
    return (image?.naturalWidth ?? 0) > 0;
  });
}

test('a large photo is scaled down before the upload and shown in every tab', async ({ page, shopper }) => {
  await openEditor(page, shopper);
  const otherTab = await page.context().newPage();
  await otherTab.goto('/dashboard/profile');
  await expect(save(page)).toBeDisabled();
  await choose(page, 'tree.jpg', 'image/jpeg', await heavyPhotograph());
  await expect(preview(page)).toBeVisible();
  const sent = page.waitForRequest(uploadPath);
  await save(page).click();
  expect((await sent).postDataBuffer()?.length ?? 0).toBeLessThan(maximumUploadBytes / 4);
  await expectToast(page, 'Profile picture saved.');
  await expect(editor(page)).toHaveCount(0);
  expect(await storedAvatar(shopper)).toMatch(/^\/images\//);
  for (const tab of [page, otherTab]) await expect.poll(() => isShown(tab)).toBe(true);
  await page.reload();
  await expect.poll(() => isShown(page)).toBe(true);
});

test('a file that is not a picture is rejected before the upload, and the selected picture stays', async ({
  page,
  shopper,
}) => {
  await openEditor(page, shopper);
  const uploads: string[] = [];
  page.on('request', (request) => request.url().includes('upload') && uploads.push(request.url()));
  const problem = editor(page).getByRole('alert');
  await choose(page, 'me.png', 'image/png', Buffer.from(svg));
  await expect(problem.getByText('This picture cannot be read.')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await choose(page, 'me.png', 'image/png', await plain(300, 200));
  await expect(preview(page)).toBeVisible();
  await expect(problem).toHaveCount(0);
  await choose(page, 'notes.txt', 'text/plain', Buffer.from('milk, bread'));
  await expect(problem.getByText('Choose a picture, such')).toBeVisible();
  await choose(page, 'empty.png', 'image/png', Buffer.alloc(0));
  await expect(problem.getByText('This file is empty.')).toBeVisible();
  await expect(preview(page)).toHaveCount(1);
  await expectAccessible(page);
  expect(uploads).toEqual([]);
  await save(page).click();
  await expectToast(page, 'Profile picture saved.');
  expect(await storedAvatar(shopper)).toMatch(/^\/images\//);
});

test('a picture that the server rejects shows the reason in the dialog', async ({
  errors,
  page,
  shopper,
}) => {
  errors.allow(/status of 415/);
  await openEditor(page, shopper);
  const frames = await Promise.all([plain(40, 40, '#f00'), plain(40, 40, '#00f')]);
  const moving = await sharp(frames, { join: { animated: true } })
    .webp({ delay: [100, 100] })
    .toBuffer();
  await choose(page, 'me.webp', 'image/webp', moving);
  await expect(preview(page)).toBeVisible();
  await save(page).click();
  await expect(
    editor(page).getByRole('alert').getByText('Choose a picture that is not animated.'),
  ).toBeVisible();
  await expect(preview(page)).toHaveCount(1);
  expect(await storedAvatar(shopper)).toBe('');
});

test('an upload can be stopped, and sent again after a connection error', async ({
  errors,
  page,
  shopper,
}) => {
  errors.allow(/net::ERR_FAILED/);
  await openEditor(page, shopper);
  await choose(page, 'me.png', 'image/png', await plain(300, 300));
  let hold = () => {};
  await page.route(uploadPath, () => new Promise<void>((resolve) => (hold = resolve)));
  await save(page).click();
  const progress = editor(page).getByRole('progressbar', { name: 'Uploading your picture' });
  await expect(progress).toBeVisible();
  await expectAccessible(page);
  await editor(page).getByRole('button', { name: 'Cancel upload' }).click();
  await expect(progress).toHaveCount(0);
  await expect(editor(page).getByRole('alert')).toHaveCount(0);
  hold();
  await page.unroute(uploadPath);

  await page.route(uploadPath, (route) => route.abort());
  await save(page).click();
  await expect(editor(page).getByRole('alert').getByText('The store cannot be reached.')).toBeVisible();
  await page.unroute(uploadPath);
  expect(await storedAvatar(shopper)).toBe('');
  await save(page).click();
  await expectToast(page, 'Profile picture saved.');
});

test('a picture is uploaded by keyboard on a phone', async ({ phone: page, shopper }) => {
  await openEditor(page, shopper);
  await expectAccessible(page);
  const camera = editor(page).getByRole('button', { name: 'Take a photo' });
  await expect(camera).toBeVisible();
  await expect(editor(page).locator('input[capture="user"]')).toHaveCount(1);
  for (const button of await editor(page).getByRole('button').all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  // Registered early: the browser has to intercept the file dialog before the key is pressed.
  const choosing = page.waitForEvent('filechooser');
  await tabTo(page, editor(page).getByRole('button', { name: 'Choose a picture' }));
  await page.keyboard.press('Enter');
  const chooser = await choosing;
  await chooser.setFiles({ name: 'me.png', mimeType: 'image/png', buffer: await plain(80, 80) });
  await expect(preview(page)).toBeVisible();
  await tabTo(page, save(page));
  await page.keyboard.press('Enter');
  await expect(editor(page)).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
});
