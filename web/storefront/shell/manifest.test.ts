import { join } from 'node:path';
import { RouterContextProvider } from 'react-router';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { initialIdentity } from '#contract/store/store-identity.ts';
import { pageContext } from '#web/base/page-context.ts';
import { loader } from './manifest.ts';

const publicFolder = join(import.meta.dirname, '../../../public');

interface ManifestImage {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
}

async function readManifest(): Promise<{ icons: ManifestImage[]; screenshots: ManifestImage[] }> {
  const context = new RouterContextProvider();
  const contact = { email: '', phone: '', address: '', facebook: '', instagram: '', linkedin: '' };
  const shop = {
    name: 'Tokri',
    tagline: 'Groceries',
    url: 'https://shop.example',
    contact,
    legal: [],
    seller: initialIdentity.seller,
    pages: [],
    paymentMethods: [],
    deliveryHeader: 'NONE' as const,
    promisedMinutes: 10,
  };
  const call = () => Promise.reject(new Error('The manifest reads nothing.'));
  context.set(pageContext, { shop, call, skipsMissing: false, scriptNonce: '' });
  const url = new URL('https://shop.example/manifest.webmanifest');
  return loader({ context, url, request: new Request(url), params: {}, pattern: '' }).json();
}

test('the manifest has what browsers ask of an app that can be installed', async () => {
  expect(await readManifest()).toMatchObject({
    id: '/',
    name: 'Tokri',
    short_name: 'Tokri',
    start_url: '/',
    scope: '/',
    display: 'standalone',
  });
  const { icons } = await readManifest();
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
});

test('each icon and screenshot of the manifest exists in its size and format, and screenshots are below 120 kB', async () => {
  const { icons, screenshots } = await readManifest();
  expect(screenshots).toHaveLength(3);
  for (const { src, sizes, type } of [...icons, ...screenshots]) {
    const image = sharp(join(publicFolder, src));
    const { width, height, format } = await image.metadata();
    expect([`${width}x${height}`, `image/${format}`], src).toEqual([sizes, type]);
    expect((await image.toBuffer()).length, src).toBeLessThan(120_000);
  }
});
