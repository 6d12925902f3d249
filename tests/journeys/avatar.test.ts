import type { Page } from 'playwright-core';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { maximumUploadBytes } from '#contract/rules/image.ts';
import { axeViolations } from './axe.ts';
import { hear } from './goods.ts';
import { hasFocus, tabTo } from './keyboard.ts';
import type { OpenShop } from './open-shop.ts';
import { type Account, enter, openAccount } from './shopper.ts';
import type { Entrance } from './visitor.ts';
import { withShop } from './with-shop.ts';

let shop: OpenShop;
let entrance: Entrance;
withShop((setting) => {
  ({ shop, entrance } = setting);
});

const editor = (page: Page) => page.getByRole('dialog', { name: 'Your picture' });
const preview = (page: Page) => editor(page).getByAltText('Preview');
const save = (page: Page) => editor(page).getByRole('button', { name: 'Save' });
const opener = (page: Page) => page.getByRole('button', { name: /^(?:Add a|Change your) picture$/ });
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>';
const uploadPath = '**/api/user/upload-avatar';

/** A shopper who is about to choose a picture. */
async function openEditor(view: { widthPx: number; isDark?: boolean } = { widthPx: 1440 }) {
  const account = await openAccount(shop);
  const visitor = await entrance.admit(shop.url, view);
  await enter(visitor.page, account);
  await visitor.page.goto('/dashboard/profile');
  await opener(visitor.page).click();
  await editor(visitor.page).waitFor();
  return { ...visitor, account };
}

async function choose(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await editor(page).locator('input[type="file"]:not([capture])').setInputFiles({ name, mimeType, buffer });
}

function plain(width: number, height: number, background = '#c84'): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

/** What a phone makes of a leafy tree: far more than the shop takes. */
async function heavyPhotograph(): Promise<Buffer> {
  const create = { width: 3200, height: 2400, channels: 3, background: '#000' } as const;
  const leaves = sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 60 } } });
  const photograph = await leaves.jpeg({ quality: 95 }).toBuffer();
  expect(photograph.length).toBeGreaterThan(maximumUploadBytes);
  return photograph;
}

async function avatarInBooks({ userId }: Account): Promise<string | undefined> {
  const [row] = await shop.database.db.query<{ avatar: string }>(
    sql`select avatar from account where id = ${userId}`,
  );
  return row?.avatar;
}

/** Whether the picture in the page's own text, not in the dialog, is there and drawn. */
function isShown(page: Page): Promise<boolean> {
  return page.getByRole('main').evaluate((main) => {
    const image = main.querySelector<HTMLImageElement>('[aria-hidden] img[src^="/images/"]');
    return (image?.naturalWidth ?? 0) > 0;
  });
}

test('the photograph of a phone is made smaller, sent and shown in every tab', async () => {
  const { page, account, complaints, openTab } = await openEditor();
  const otherTab = await openTab();
  await otherTab.goto('/dashboard/profile');
  await expect.poll(() => save(page).isDisabled()).toBe(true);
  await choose(page, 'tree.jpg', 'image/jpeg', await heavyPhotograph());
  await preview(page).waitFor();
  const sent = page.waitForRequest(uploadPath);
  await save(page).click();
  expect((await sent).postDataBuffer()?.length ?? 0).toBeLessThan(maximumUploadBytes / 4);
  await hear(page, 'Profile picture saved.');
  await editor(page).waitFor({ state: 'detached' });
  expect(await avatarInBooks(account)).toMatch(/^\/images\//);
  for (const tab of [page, otherTab]) await expect.poll(() => isShown(tab)).toBe(true);
  await page.reload();
  await expect.poll(() => isShown(page)).toBe(true);
  expect(complaints).toEqual([]);
});

test('what is no picture is said before anything is sent, and what was chosen before stays', async () => {
  const { page, account, complaints } = await openEditor();
  const uploads: string[] = [];
  page.on('request', (request) => request.url().includes('upload') && uploads.push(request.url()));
  const problem = editor(page).getByRole('alert');
  await choose(page, 'me.png', 'image/png', Buffer.from(svg));
  await problem.getByText('This picture cannot be read.').waitFor();
  await expect.poll(() => save(page).isDisabled()).toBe(true);
  await choose(page, 'me.png', 'image/png', await plain(300, 200));
  await preview(page).waitFor();
  await expect.poll(() => problem.count()).toBe(0);
  await choose(page, 'notes.txt', 'text/plain', Buffer.from('milk, bread'));
  await problem.getByText('Please choose a picture').waitFor();
  await choose(page, 'empty.png', 'image/png', Buffer.alloc(0));
  await problem.getByText('This file is empty.').waitFor();
  await expect.poll(() => preview(page).count()).toBe(1);
  expect(await axeViolations(page)).toEqual([]);
  expect(uploads).toEqual([]);
  await save(page).click();
  await hear(page, 'Profile picture saved.');
  expect(await avatarInBooks(account)).toMatch(/^\/images\//);
  expect(complaints).toEqual([]);
});

test('what the shop refuses is said in place', async () => {
  const { page, account } = await openEditor();
  const frames = await Promise.all([plain(40, 40, '#f00'), plain(40, 40, '#00f')]);
  const moving = await sharp(frames, { join: { animated: true } })
    .webp({ delay: [100, 100] })
    .toBuffer();
  await choose(page, 'me.webp', 'image/webp', moving);
  await preview(page).waitFor();
  await save(page).click();
  await editor(page).getByRole('alert').getByText('Choose an image that is not animated.').waitFor();
  await expect.poll(() => preview(page).count()).toBe(1);
  expect(await avatarInBooks(account)).toBe('');
});

test.each(['dropped', 'pasted'])('a picture may be %s', async (way) => {
  const { page, complaints } = await openEditor();
  const base64 = (await plain(60, 60)).toString('base64');
  await page.evaluate(
    async ({ base64, way }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], 'me.png', { type: 'image/png' }));
      const target = document.querySelector('dialog') ?? document.body;
      const options = { bubbles: true, cancelable: true };
      if (way === 'pasted') {
        target.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
        return;
      }
      target.dispatchEvent(new DragEvent('dragover', { ...options, dataTransfer: data }));
      target.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: data }));
    },
    { base64, way },
  );
  await preview(page).waitFor();
  await expect.poll(() => save(page).isEnabled()).toBe(true);
  expect(complaints).toEqual([]);
});

test('sending can be stopped, a lost connection is said, and the picture is still there to be sent again', async () => {
  const { page, account } = await openEditor();
  await choose(page, 'me.png', 'image/png', await plain(300, 300));
  let hold = () => {};
  await page.route(uploadPath, () => new Promise<void>((resolve) => (hold = resolve)));
  await save(page).click();
  const progress = editor(page).getByRole('progressbar', { name: 'Uploading your picture' });
  await progress.waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await editor(page).getByRole('button', { name: 'Cancel upload' }).click();
  await progress.waitFor({ state: 'detached' });
  await expect.poll(() => editor(page).getByRole('alert').count()).toBe(0);
  hold();
  await page.unroute(uploadPath);

  await page.route(uploadPath, (route) => route.abort());
  await save(page).click();
  await editor(page).getByRole('alert').getByText('The shop cannot be reached.').waitFor();
  await page.unroute(uploadPath);
  expect(await avatarInBooks(account)).toBe('');
  await save(page).click();
  await hear(page, 'Profile picture saved.');
});

test('on a phone, with the keyboard alone', async () => {
  const { page, complaints } = await openEditor({ widthPx: 360 });
  expect(await axeViolations(page)).toEqual([]);
  const camera = editor(page).getByRole('button', { name: 'Take a photo' });
  await expect.poll(() => camera.isVisible()).toBe(true);
  await expect.poll(() => editor(page).locator('input[capture="user"]').count()).toBe(1);
  for (const button of await editor(page).getByRole('button').all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  // Waited for early: the browser has to be told to hand over its file dialog before the key is pressed.
  const choosing = page.waitForEvent('filechooser');
  await tabTo(page, editor(page).getByRole('button', { name: 'Choose a picture' }));
  await page.keyboard.press('Enter');
  const chooser = await choosing;
  await chooser.setFiles({ name: 'me.png', mimeType: 'image/png', buffer: await plain(80, 80) });
  await preview(page).waitFor();
  await tabTo(page, save(page));
  await page.keyboard.press('Enter');
  await editor(page).waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(opener(page))).toBe(true);
  expect(complaints).toEqual([]);
});
