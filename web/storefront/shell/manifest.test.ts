import { join } from 'node:path';
import { RouterContextProvider } from 'react-router';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { iconFiles } from '#contract/images/image.ts';
import { toBrandColours } from '#contract/store/colour.ts';
import { initialIdentity } from '#contract/store/store-identity.ts';
import { pageContext, type Shop } from '#web/base/page-context.ts';
import { loader } from './manifest.ts';

const publicFolder = join(import.meta.dirname, '../../../public');

interface ManifestImage {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
}

interface Manifest {
  theme_color: string;
  icons: ManifestImage[];
  shortcuts: { icons: ManifestImage[] }[];
  screenshots?: ManifestImage[];
}

async function readManifest(branding?: Shop['branding']): Promise<Manifest> {
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
    ...(branding && { branding }),
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
  const { icons, screenshots = [] } = await readManifest();
  expect(screenshots).toHaveLength(3);
  for (const { src, sizes, type } of [...icons, ...screenshots]) {
    const image = sharp(join(publicFolder, src));
    const { width, height, format } = await image.metadata();
    expect([`${width}x${height}`, `image/${format}`], src).toEqual([sizes, type]);
    expect((await image.toBuffer()).length, src).toBeLessThan(120_000);
  }
});

test('a store with its own look has its icons and colour in the manifest, and no screenshots of another look', async () => {
  const icons = '/icons/facc15-54';
  const manifest = await readManifest({ icons, colours: toBrandColours('#facc15') });
  expect(manifest.theme_color).toBe('#facc15');
  expect(manifest.screenshots).toBeUndefined();
  expect(manifest.icons.map(({ src, purpose }) => `${src} ${purpose}`)).toEqual([
    '/icons/facc15-54/icon-192.png any',
    '/icons/facc15-54/icon-512.png any',
    '/icons/facc15-54/maskable-512.png maskable',
  ]);
  const all = [...manifest.icons, ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons)];
  for (const { src, sizes } of all) {
    const icon = Object.entries(iconFiles).find(([file]) => src === `${icons}/${file}`);
    expect(`${icon?.[1].size}x${icon?.[1].size}`, src).toBe(sizes);
  }
});
