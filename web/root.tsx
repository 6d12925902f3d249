import { type ReactNode, Suspense, useContext, useEffect } from 'react';
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
import { recordEarlyTapsScript } from '#web/base/hydration.ts';
import { ScriptNonce, scriptRecoveryScript, trustedTypesScript } from '#web/base/inline-scripts.ts';
import { logOut, useSession } from '#web/session/session.ts';
import { clearStoredSessionMark, storedSessionScript } from '#web/storefront/pre-hydration.ts';
import { PromisedMinutes } from '#web/storefront/promised-minutes.ts';
import { lazyWithRetry } from '#web/ui/lazy.tsx';
import { PageError } from '#web/ui/page-frame.tsx';
import { IconLinks, toBrandStyle } from '#web/ui/store-logo.tsx';
import { pageBackgrounds, themeScript } from '#web/ui/theme.tsx';
import { pageContext, type RootData, useShop } from './base/page-context.ts';
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
  // With the cookie of the language.
  { rel: 'manifest', href: '/manifest.webmanifest', crossOrigin: 'use-credentials' },
];

export async function loader({ context }: LoaderFunctionArgs): Promise<RootData> {
  return { shop: context.get(pageContext).shop };
}

/** The loader's data comes from the settings of the store, which seldom change: only their page reads them again. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname === '/dashboard/settings' && currentUrl.href === nextUrl.href;
}

// Hydration leaves them as they are, so the browser needs no copy.
const headScripts = import.meta.env.SSR
  ? trustedTypesScript + themeScript + storedSessionScript + recordEarlyTapsScript + scriptRecoveryScript
  : '';

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(ScriptNonce);
  const { colours, icons } = useShop()?.branding ?? {};
  return (
    // The inline script sets `data-theme`; the page itself is the same for everybody of a language.
    <html lang={languageTag} style={colours && toBrandStyle(colours)} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta
          name="theme-color"
          content={colours?.fill ?? pageBackgrounds.light}
          media="(prefers-color-scheme: light)"
        />
        <meta name="theme-color" content={pageBackgrounds.dark} media="(prefers-color-scheme: dark)" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constant scripts, allowed in the page's CSP by their hash */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: headScripts }} />
        <Meta />
        <Links />
        <IconLinks icons={icons} />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

// Not `lazyDialog`, which would load it for every visitor.
const ChangePasswordDialog = lazyWithRetry(
  () => import('#web/storefront/customers/change-password-dialog.tsx'),
);

export default function Root({ loaderData: { shop } }: { loaderData: RootData }) {
  const { status } = useSession();
  useEffect(() => {
    if (status !== 'unknown') clearStoredSessionMark();
  }, [status]);
  return (
    <PromisedMinutes value={shop.promisedMinutes}>
      <Outlet />
      <RequiredPasswordChange />
    </PromisedMinutes>
  );
}

/** The server refuses everything else to an account with a generated password, so closing the dialog logs out. */
function RequiredPasswordChange() {
  const { user } = useSession();
  if (user?.must_change_password !== true) return null;
  return (
    <Suspense>
      <ChangePasswordDialog user={user} onClose={() => void logOut()} />
    </Suspense>
  );
}

export { PageError as ErrorBoundary };
