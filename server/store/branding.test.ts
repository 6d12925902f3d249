import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, afterEach, expect, test } from 'vitest';
import { iconFiles } from '#contract/images/image.ts';
import { toBrandColours } from '#contract/store/colour.ts';
import { initialIdentity } from '#contract/store/store-identity.ts';
import { initialStoreSettings, type StoreSettings } from '#contract/store/store-settings.ts';
import { apiRoutes, buildApp } from '#server/app/app.ts';
import { removeUnusedImage, storeImage } from '#server/images/image.service.ts';
import { createAdmin } from '#tests/fixtures/accounts.ts';
import { catchAppError, runCall, testContext } from '#tests/fixtures/context.ts';
import { openTestDatabase } from '#tests/fixtures/database.ts';
import { plainImage } from '#tests/fixtures/files.ts';
import { saveSettings } from '#tests/fixtures/settings.ts';
import { readShopIdentity } from './store-identity.service.ts';

const { db } = await openTestDatabase();
const meera = await createAdmin(db);
const context = testContext(db);
const { fastify } = buildApp(context, 'https://shop.example');
afterEach(() => change({}));
afterAll(() => fastify.close());

const wide = await storeImage(context, await plainImage(600, 100, '#804000').png().toBuffer());
const logo = { url: wide, width: 600, height: 100 };
const { identity } = initialIdentity;

const change = (changed: Partial<StoreSettings>) => saveSettings(meera, changed, initialStoreSettings);

async function readBranding() {
  return (await runCall(apiRoutes, 'getStoreProfile', testContext(db))).data.branding;
}

test('without logo and colour the profile has no look', async () => {
  const { data } = await runCall(apiRoutes, 'getStoreProfile', testContext(db));
  expect('branding' in data).toBe(false);
  expect(await readShopIdentity(meera.context)).not.toHaveProperty('logo');
});

test.each([
  'red;}',
  '#fff',
  '#12345',
  '#1234567',
  '0d7435',
  'javascript:alert(1)',
  'url(https://evil.example)',
  '#0d7435;background:red',
  'rgb(1 2 3)',
  '#gggggg',
])('refuses the colour %j', async (colour) => {
  const error = await catchAppError(change({ branding: { logo: null, colour } }));
  expect(error).toMatchObject({ code: 'INVALID_INPUT', status: 400 });
  expect(await readBranding()).toBeUndefined();
});

test.each([
  'https://evil.example/logo.png',
  '/images/../640.webp',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg/>',
  '/images/unknown0123456789ABCD/640.webp',
])('refuses the logo %j', async (url) => {
  const error = await catchAppError(change({ branding: { logo: { ...logo, url }, colour: '' } }));
  expect(error).toMatchObject({ code: 'INVALID_INPUT', status: 400 });
});

test('refuses a drawing with scripts as logo', async () => {
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const error = await catchAppError(storeImage(context, drawing));
  expect(error).toMatchObject({ code: 'UNSUPPORTED_MEDIA', status: 415 });
});

test('a colour in capitals is stored in lower case, and pages and emails get its shades', async () => {
  await change({ branding: { logo: null, colour: ' #FACC15 ' } });
  const colours = toBrandColours('#facc15');
  expect(await readBranding()).toEqual({ colours, icons: '/icons/facc15-54' });
  expect(await readShopIdentity(meera.context)).toMatchObject({ colours });
});

test('the icons of a logo are square PNGs whose corners are white, and a maskable one has it in its middle', async () => {
  await change({ branding: { logo, colour: '' } });
  const branding = await readBranding();
  expect(branding).toEqual({ logo, icons: wide.replace('/640.webp', '') });
  for (const [file, { size, isMaskable }] of Object.entries(iconFiles)) {
    const answer = await fastify.inject(`${branding?.icons}/${file}`);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const { data, info } = await sharp(answer.rawPayload)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height], file).toEqual([size, size]);
    const pixel = (x: number, y: number) => [...data.subarray(3 * (y * size + x), 3 * (y * size + x) + 3)];
    const half = Math.floor(size / 2);
    expect(pixel(0, 0), file).toEqual([255, 255, 255]);
    expect(pixel(half, half)[2], file).toBeLessThan(40);
    const edge = Math.floor(size * (isMaskable ? 0.09 : 0.03));
    expect(pixel(edge, half), file).toEqual([255, 255, 255]);
    expect(pixel(Math.floor(size * 0.14), half)[2], file).toBeLessThan(40);
  }
  const email = await fastify.inject(wide.replace('640.webp', 'logo.png'));
  expect(await sharp(email.rawPayload).metadata()).toMatchObject({ format: 'png', width: 480, height: 80 });
});

test('no logo and no icons are made of an image that never was the logo', async () => {
  const other = await storeImage(context, await plainImage(80, 80, '#123456').png().toBuffer());
  for (const file of ['logo.png', 'icon-512.png'])
    expect((await fastify.inject(other.replace('640.webp', file))).statusCode, file).toBe(404);
  expect((await fastify.inject(other.replace('640.webp', '1200.jpg'))).statusCode).toBe(200);
});

test('a logo is kept for the emails that were sent with it, also when there is another', async () => {
  await change({ branding: { logo, colour: '' } });
  await change({});
  await removeUnusedImage(meera.context, wide);
  expect((await fastify.inject(wide.replace('640.webp', 'logo.png'))).statusCode).toBe(200);
  const [row] = await db.query<{ is_kept: boolean }>(
    sql`select exists(select from referenced_image where hash = ${wide.split('/')[2]}) as is_kept`,
  );
  expect(row).toEqual({ is_kept: true });
});

test.each([
  { name: 'asha Stores', expected: '41' },
  { name: '“किराना” दुकान', expected: '915-93f' },
  { name: '7 Hills', expected: '37' },
  { name: 'ශ්‍රී Store', expected: 'dc1-dca' },
])('a store with a colour and the name $name has icons with its initial', async ({ name, expected }) => {
  await change({ identity: { ...identity, name }, branding: { logo: null, colour: '#0b5cad' } });
  const icons = (await readBranding())?.icons ?? '';
  expect(icons).toContain(`/icons/0b5cad-${expected}`);
  const icon = await fastify.inject(`${icons}/maskable-512.png`);
  expect(icon.headers).toMatchObject({ 'content-type': 'image/png' });
  const { data, info } = await sharp(icon.rawPayload)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colours = new Set<string>();
  const inked: [number, number][] = [];
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    colours.add([red, green, blue].join());
    if (red > 200) inked.push([(at / 3) % info.width, Math.floor(at / 3 / info.width)]);
  }
  expect([...data.subarray(0, 3)]).toEqual([11, 92, 173]);
  // The initial is in the middle, within the circle that every mask leaves.
  expect(inked.length).toBeGreaterThan(3000);
  for (const [x, y] of inked) expect(Math.hypot(x - 256, y - 256)).toBeLessThan(0.4 * 512);
  expect((await fastify.inject(`${icons}/icon-500.png`)).statusCode).toBe(404);
  expect((await fastify.inject(`${icons}/__proto__`)).statusCode).toBe(404);
  expect((await fastify.inject('/icons/ff0000-41/icon-192.png')).statusCode).toBe(404);
});

test('a name without an initial leaves the original icons', async () => {
  await change({ identity: { ...identity, name: '🍅🥕' }, branding: { logo: null, colour: '#0b5cad' } });
  expect((await readBranding())?.icons).toBeUndefined();
});

test('addresses of the original icons and the picture for previews lead to the icons of the store', async () => {
  const paths = ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png', '/icon-192.png', '/icon-512.png'];
  for (const path of [...paths, '/share.png'])
    expect((await fastify.inject(path)).statusCode, path).toBe(404);
  await change({ branding: { logo, colour: '#0b5cad' } });
  for (const path of [...paths, '/share.png', '/icon-192.png?v=2']) {
    const { statusCode, headers } = await fastify.inject(path);
    expect([statusCode, headers['cache-control']], path).toEqual([302, 'no-cache']);
    const icon = await fastify.inject(String(headers.location));
    expect(icon.headers['content-type'], path).toBe('image/png');
  }
  expect((await fastify.inject('/icon-193.png')).statusCode).toBe(404);
});
