import type { LoaderFunctionArgs } from 'react-router';
import { pageContext } from '#web/page-context.ts';
import { canvasColors } from '#web/ui/theme.tsx';

/** `/manifest.webmanifest`: makes the shop installable as an app. */
export function loader({ context }: LoaderFunctionArgs): Response {
  const { name, tagline } = context.get(pageContext).shop;
  const icon = { type: 'image/png', purpose: 'any' };
  const manifest = {
    id: '/',
    name,
    short_name: name,
    description: tagline,
    lang: 'en-IN',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: canvasColors.light,
    theme_color: canvasColors.light,
    categories: ['shopping', 'food'],
    icons: [
      { ...icon, src: '/icon-192.png', sizes: '192x192' },
      { ...icon, src: '/icon-512.png', sizes: '512x512' },
      { ...icon, src: '/icon-512.png', sizes: '512x512', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: 'Search', url: '/search' },
      { name: 'My Orders', url: '/dashboard/myorders' },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json' },
  });
}
