import type { LoaderFunctionArgs } from 'react-router';
import { pageContext } from '#web/base/page-context.ts';
import { languageTag, t } from '#web/texts/t.ts';
import { pageBackgrounds } from '#web/ui/theme.tsx';

// Drawn by tests/draw-screenshots.ts, in the original look.
const screenshots = [
  { src: '/screenshot-home.webp', sizes: '720x1560', label: t('shell.screenshotHome') },
  { src: '/screenshot-product.webp', sizes: '720x1560', label: t('shell.screenshotProduct') },
  {
    src: '/screenshot-wide.webp',
    sizes: '1440x900',
    form_factor: 'wide',
    label: t('shell.screenshotWide'),
  },
].map((screenshot) => ({ form_factor: 'narrow', type: 'image/webp', ...screenshot }));

/** `/manifest.webmanifest`: makes the shop installable as an app. */
export function loader({ context }: LoaderFunctionArgs): Response {
  const { name, tagline, branding } = context.get(pageContext).shop;
  const icon = { type: 'image/png', purpose: 'any' };
  const [icons, maskable] =
    branding?.icons === undefined ? ['', 'icon-512.png'] : [branding.icons, 'maskable-512.png'];
  const manifest = {
    id: '/',
    name,
    short_name: name,
    description: tagline,
    lang: languageTag,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: pageBackgrounds.light,
    theme_color: branding?.colours?.fill ?? pageBackgrounds.light,
    categories: ['shopping', 'food'],
    icons: [
      { ...icon, src: `${icons}/icon-192.png`, sizes: '192x192' },
      { ...icon, src: `${icons}/icon-512.png`, sizes: '512x512' },
      { ...icon, src: `${icons}/${maskable}`, sizes: '512x512', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: t('products.searchTitle'), url: '/search' },
      { name: t('shell.cart'), url: '/cart' },
      { name: t('account.myOrders'), url: '/dashboard/myorders' },
    ].map((shortcut) => ({ ...shortcut, icons: [{ src: `${icons}/icon-192.png`, sizes: '192x192' }] })),
    ...(branding === undefined && { screenshots }),
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json' },
  });
}
