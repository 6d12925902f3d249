import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import { minify } from '@swc/core';
import tailwindcss from '@tailwindcss/vite';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';
import { endpoints } from './contract/api.ts';
import { isLanguage, serviceWorkerFile } from './contract/base/languages.ts';
import { replacePushPath } from './contract/notifications/push-message.ts';
import { compileTexts } from './web/texts/compile-texts.ts';

const { BUILD_LANGUAGE } = process.env;
/** A build has one language: `launch/build.mjs` makes one for each. */
const language = isLanguage(BUILD_LANGUAGE) ? BUILD_LANGUAGE : 'en';

/** The frame of all pages, and small parts of most of them. */
const everyPage = new RegExp(
  [
    'web[\\\\/](?:root|frame)\\.tsx',
    'session[\\\\/]use-log-out',
    'page-meta',
    'texts[\\\\/]t\\.',
    'storefront[\\\\/]shell[\\\\/]',
    'cart[\\\\/](?:add-to-cart|cart-line)',
    'ui[\\\\/](?:picture\\.|load-when-used|lucide-icon)',
    'rules[\\\\/](?:money[\\\\/]pricing|slug)',
    'ui[\\\\/]use-is-hydrated',
    'icons[\\\\/](?:arrow|chevron)-right\\.',
  ].join('|'),
);
/** Files of every page. Without them the lists of what an import needs are a third shorter. */
const loadedByEachPage = /\/(?:rolldown-runtime|react|shop)-/;
const ofEachPage = /\/shop-/;
/** Only for accounts with a generated password, in stores where the delivery depends on place or time, after an action, or for an order. */
const rarelyNeeded = /\/(?:change-password-dialog|header-place|toaster|running-order)-/;
const ofStaff = /\/(?:admin-menu|dashboard-page|dashboard-skeleton|second-factor-card)-/;
/** What a page of the catalogue is made of, whichever it is. */
const cataloguePage =
  /storefront[\\/](?:product-card[\\/]|product-list[\\/]product-pages|wishlist[\\/](?:heart|use-wishlist|wishlist-store))/;
/** Pages have either rows or a grid of products. */
const productRow = /storefront[\\/]product-list[\\/](?:product-row|scroll-arrows)\./;
const productGrid = /storefront[\\/]product-list[\\/](?:product-grid|use-infinite-scroll)\./;
/** What most pages of a logged-in shopper need. */
const accountPage = new RegExp(
  [
    'storefront[\\\\/](?:query|form-errors)',
    'session[\\\\/]require-login',
    'ui[\\\\/]lazy-dialog',
    'web[\\\\/]time',
    'rules[\\\\/]india-time',
  ].join('|'),
);

/** What the pages of an account share beside that. */
const accountFrame = /storefront[\\/]account[\\/](?:dashboard-layout|account-nav|avatar)\./;

/** What a shopper who opens the address of the dashboard loads before the redirection. */
const adminFrame = /web[\\/](?:admin[\\/]shell[\\/]admin-shell|dashboard-home)\.tsx/;

/** What the checkout and the pages of orders share. */
const purchasePage =
  /storefront[\\/](?:addresses[\\/]address-lines|cart[\\/]cart-bill)|icons[\\/]credit-card\./;

/** Cart and checkout need both; the header of some stores needs the status alone, when the page is used. */
const storeNotice = /storefront[\\/]cart[\\/]store-(?:notice|status)\./;

/** What each page of a shopper with a running order needs, beside the queries of orders, which the checkout needs too. */
const orderState = /storefront[\\/]orders[\\/]order-status\.|rules[\\/]orders[\\/]order-events\./;
/** Of the product page too, which needs nothing else of an order. */
const orderIcons = /icons[\\/](?:bike|shopping-basket)\.mjs/;
const orderQueries = /storefront[\\/]orders[\\/]order-queries\./;

/** What the pages of orders share beside that. */
const orderPage = /storefront[\\/]orders[\\/]order-summary\.|icons[\\/](?:download|rotate-cw)\.mjs/;

/**
 * Replaces `contract/api.ts` by the methods and paths of the endpoints: a page needs no schema to send a request, and zod
 * would add 20 kB to its first load.
 */
const endpointTable: Plugin = {
  name: 'endpoint-table',
  load(id) {
    // Those of the staff are added by the pages of the staff.
    if (/[\\/]admin[\\/]staff-endpoints\.ts$/.test(id))
      return `import { addEndpoints } from '/contract/api.ts'; addEndpoints(${JSON.stringify(toText(true))});`;
    if (!/[\\/]contract[\\/]api\.ts$/.test(id)) return null;
    return `export const endpoints = {};
    export function addEndpoints(text) {
      for (const group of text.split(';')) {
        const [method, ...areas] = group.split(',');
        for (const calls of areas) {
          const [area, ...parts] = calls.split(' ');
          while (parts.length) endpoints[parts.shift()] = { method, path: '/api/' + area + '/' + parts.shift() };
        }
      }
    }
    addEndpoints(${JSON.stringify(toText(false))});`;
  },
};

/** Endpoints as text by method and first part of the path, which is a kilobyte smaller than as objects. */
function toText(isForStaff: boolean): string {
  // The service worker sends that request, no page.
  const called = Object.entries(endpoints).filter(
    ([, { path, audience }]) => path !== replacePushPath && (audience === 'admin') === isForStaff,
  );
  const byMethod = Map.groupBy(called, ([, { method }]) => method);
  const text = [...byMethod].map(([method, calls]) => {
    const byArea = Map.groupBy(calls, ([, { path }]) => path.split('/')[2]);
    const areas = [...byArea].map(
      ([area, ofArea]) =>
        `${area} ${ofArea.map(([name, { path }]) => `${name} ${path.split('/')[3]}`).join(' ')}`,
    );
    return `${method},${areas.join()}`;
  });
  return text.join(';');
}

/** Replaces the helper for dynamic imports by one whose failed imports can be retried in every browser. */
const importFiles: Plugin = {
  name: 'import-files',
  enforce: 'pre',
  load(id) {
    if (id !== '\0vite/preload-helper.js') return null;
    return `export { importFiles as __vitePreload } from '/web/ui/import-files.ts';`;
  },
};

/**
 * Modules of React Router by name. The one that loads the code of a route is replaced by one that does not reload the page
 * without a connection. The pages know all routes (`routeDiscovery` in `react-router.config.ts`), so that the code that asks
 * the server for them (1 kB) is not used. Nor is the code that observes the router (1.4 kB), nor the pages for an application that
 * has none for errors (0.5 kB).
 */
const routerModules = new Map([
  ['routeModules', `export { loadRouteModule } from '/web/ui/import-files.ts';`],
  [
    'errorBoundaries',
    `const nothing = () => null;
    export { RootErrorBoundary as RemixErrorBoundary } from '/web/ui/root-error-boundary.tsx';
    export { nothing as BoundaryShell, nothing as RemixRootDefaultErrorBoundary };`,
  ],
  [
    'fog-of-war',
    `const nothing = () => {};
    export const URL_LIMIT = 0;
    export const getPartialManifest = (manifest) => manifest;
    export {
      nothing as isFogOfWarEnabled,
      nothing as getManifestPath,
      nothing as getPatchRoutesOnNavigationFunction,
      nothing as getPathsWithAncestors,
      nothing as handleClientVersionMismatch,
      nothing as useFogOFWarDiscovery,
    };`,
  ],
  [
    'instrumentation',
    `const nothing = () => {};
    export {
      nothing as consumeInstrumentationClientResultMetaReceiver,
      nothing as getRouteInstrumentationUpdates,
      nothing as instrumentClientSideRouter,
      nothing as instrumentHandler,
      nothing as instrumentationResultMetaContext,
    };`,
  ],
]);
const replaceRouterModules: Plugin = {
  name: 'router-modules',
  enforce: 'pre',
  load(id) {
    const [, name = ''] =
      /[\\/]react-router[\\/]dist[\\/].*[\\/](?:ssr|router)[\\/]([\w-]+)\.m?js$/.exec(id) ?? [];
    return routerModules.get(name) ?? null;
  },
  applyToEnvironment: ({ name }) => name === 'client',
};

/** Replaces the component of the icons by a short one, and leaves out what that does not use. */
const shortIcons: Plugin = {
  name: 'short-icons',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (!/[\\/]lucide-react[\\/]dist[\\/]esm[\\/]createLucideIcon\.mjs$/.test(id)) return null;
    return `export { default } from '/web/ui/lucide-icon.ts';`;
  },
  transform(code, id) {
    if (!/[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/.test(id)) return null;
    return { code: code.replaceAll(/, key: "\w+"|^ {2}(?:name: ".+"|size: 24),$/gm, ''), map: null };
  },
};

/** Minifies each file with a second minifier and keeps the smaller result: the first load of most pages is 0.3 kB less. */
const smallerFiles: Plugin = {
  name: 'smaller-files',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
    await Promise.all(
      chunks.map(async (chunk) => {
        const { code } = await minify(chunk.code, {
          module: true,
          compress: { passes: 3, ecma: 2022, toplevel: true },
          mangle: { toplevel: true },
          format: { ecma: 2022 },
        });
        if (gzipSync(code).length < gzipSync(chunk.code).length) chunk.code = code;
      }),
    );
  },
};

/** The modules that have to work without a connection after the first visit: pages of the catalogue, the cart, and what tells so. */
const workingOffline = new RegExp(
  [
    'web[\\\\/]entry\\.client\\.',
    'web[\\\\/]root\\.',
    'shell[\\\\/](?:shell|connection)\\.',
    '(?:home|listing|product|search|cart|offline)[\\\\/](?:home|listing|product|search|cart|offline)-page\\.',
    'cart[\\\\/](?:cart-drawer|empty-cart)\\.',
    'addresses[\\\\/]saved-addresses\\.',
    'checkout[\\\\/]address-notice\\.',
    'ui[\\\\/]toaster\\.',
  ].join('|'),
);

/**
 * Builds the service worker with a list of the files of these modules. Not by `vite-plugin-pwa`, which does not know the server
 * rendering of React Router.
 */
const serviceWorker: Plugin = {
  name: 'service-worker',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle({ dir = '' }, bundle) {
    const files = listFiles(bundle, ({ facadeModuleId }) => workingOffline.test(facadeModuleId ?? ''));
    const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
    await build({
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      plugins: [compileTexts(language)],
      define: {
        buildFiles: JSON.stringify(files),
        buildVersion: JSON.stringify(version),
        'process.env.NODE_ENV': '"production"',
      },
      build: {
        outDir: dir,
        emptyOutDir: false,
        lib: {
          entry: join(import.meta.dirname, 'web/service-worker/service-worker.ts'),
          formats: ['iife'],
          name: 'serviceWorker',
          fileName: () => serviceWorkerFile(language),
        },
      },
    });
  },
};

/** The paths of chunks with what they import at once, their styles, and all fonts. */
function listFiles(
  bundle: Rolldown.OutputBundle,
  isWanted: (chunk: Rolldown.OutputChunk) => boolean,
): string[] {
  const files = new Set<string>();
  function add(name: string): void {
    const output = bundle[name];
    if (output === undefined || files.has(name)) return;
    files.add(name);
    if (output.type === 'asset') return;
    for (const part of [...output.imports, ...(output.viteMetadata?.importedCss ?? [])]) add(part);
  }
  for (const output of Object.values(bundle)) {
    if (output.type === 'chunk' ? isWanted(output) : output.fileName.endsWith('.woff2')) add(output.fileName);
  }
  return [...files].sort().map((file) => `/${file}`);
}

export default defineConfig({
  plugins: [
    endpointTable,
    importFiles,
    replaceRouterModules,
    shortIcons,
    compileTexts(language),
    tailwindcss(),
    reactRouter(),
    smallerFiles,
    serviceWorker,
  ],
  // A picture or font inside a style sheet would be downloaded by everybody, needed or not.
  build: {
    assetsInlineLimit: 0,
    modulePreload: {
      resolveDependencies: (file, needed, { hostId }) =>
        // Pages of shoppers know these parts of the staff, whose lists are long; their files load one after the other.
        ofStaff.test(file) || (ofEachPage.test(hostId) && rarelyNeeded.test(file))
          ? needed.filter((dependency) => dependency === file || dependency.endsWith('.css'))
          : needed.filter((dependency) => !loadedByEachPage.test(dependency)),
    },
  },
  // Found before the first page is asked for, or the first page of a day would load twice.
  optimizeDeps: { entries: ['web/**/*.{ts,tsx}', '!web/**/*.test.*'] },
  // Bundled, so that the server loads the icons that pages use; imported at run time, the package loads all 1,700.
  ssr: { noExternal: ['lucide-react'] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            minify: { mangle: { toplevel: true }, compress: { maxIterations: 10 }, codegen: true },
            // Every page loads the names of all files. Shorter ones are not possible.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            // A few large files instead of thirty small ones: they compress better (9 kB less of 148), and the list
            // of what a route needs, which every page carries, is shorter.
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  test: /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/,
                  priority: 3,
                },
                { name: 'shop', test: everyPage, tags: ['$initial'], priority: 2 },
                { name: 'account', test: accountPage, priority: 1 },
                { name: 'account-frame', test: accountFrame },
                { name: 'admin-frame', test: adminFrame },
                { name: 'admin-sections', test: /web[\\/]admin-sections\.ts/ },
                { name: 'purchase', test: purchasePage },
                { name: 'store-notice', test: storeNotice },
                { name: 'order-icons', test: orderIcons, priority: 1 },
                { name: 'order-state', test: orderState },
                { name: 'order-queries', test: orderQueries },
                { name: 'order', test: orderPage },
                // Of a cart too, which shows no cards.
                { name: 'product-data', test: /product-card[\\/]product-card-data\./, priority: 1 },
                { name: 'product-row', test: productRow },
                { name: 'product-grid', test: productGrid },
                { name: 'catalogue', test: cataloguePage, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
});
