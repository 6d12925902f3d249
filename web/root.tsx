import { type ReactNode, useContext } from 'react';
import {
  type LinkDescriptor,
  Links,
  type LinksFunction,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import { expectedShopperScript } from '#web/storefront/pre-hydration.ts';
import { PromisedMinutes } from '#web/storefront/promised-minutes.ts';
import { earlyTapsScript } from '#web/ui/early-taps.ts';
import { canvasColors, themeScript } from '#web/ui/theme.tsx';
import { ScriptNonce, trustedTypesScript } from '#web/ui/trusted-types.ts';
import { pageContext } from './base/page-context.ts';
import { PageError } from './frame.tsx';
import { languageTag } from './texts/t.ts';
import displayFont from './ui/fonts/bricolage-grotesque.woff2?url';
import textFont from './ui/fonts/figtree.woff2?url';
import rupeeFont from './ui/fonts/figtree-rupee.woff2?url';
import './ui/tokens.css';
import './ui/base.css';

export const links: LinksFunction = () => [
  ...[textFont, rupeeFont, displayFont].map((href): LinkDescriptor => {
    return { rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' };
  }),
  { rel: 'icon', href: '/favicon.ico', sizes: '48x48' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  // With the cookie of the language.
  { rel: 'manifest', href: '/manifest.webmanifest', crossOrigin: 'use-credentials' },
];

export async function loader({ context }: LoaderFunctionArgs) {
  return { shop: context.get(pageContext).shop };
}

/** The loader's data comes from the settings of the store, which seldom change. */
export function shouldRevalidate(_change: ShouldRevalidateFunctionArgs): boolean {
  return false;
}

// Hydration leaves them as they are, so the browser needs no copy.
const headScripts = import.meta.env.SSR
  ? trustedTypesScript + themeScript + expectedShopperScript + earlyTapsScript
  : '';

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(ScriptNonce);
  return (
    // The inline script sets `data-theme`; the page itself is the same for everybody of a language.
    <html lang={languageTag} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={canvasColors.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={canvasColors.dark} media="(prefers-color-scheme: dark)" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constant scripts, allowed in the page's CSP by their hash */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: headScripts }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root({ loaderData: { shop } }: { loaderData: Awaited<ReturnType<typeof loader>> }) {
  return (
    <PromisedMinutes value={shop.promisedMinutes}>
      <Outlet />
    </PromisedMinutes>
  );
}

export { PageError as ErrorBoundary };
