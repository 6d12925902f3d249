import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { endpoints } from './contract/api.ts';
import { isLanguage } from './contract/base/languages.ts';
import { listOfflineFiles } from './web/service-worker/offline-files.ts';
import { compileTexts } from './web/texts/compile-texts.ts';

const { BUILD_LANGUAGE } = process.env;
/** A build has one language: `launch/build.mjs` makes one for each. */
const language = isLanguage(BUILD_LANGUAGE) ? BUILD_LANGUAGE : 'en';

/**
 * Replaces `contract/api.ts` by methods, paths and what guests may call: with the schemas, each page would load zod
 * (58 kB).
 */
const endpointList: Plugin = {
  name: 'endpoint-list',
  load(id) {
    if (!/[\\/]contract[\\/]api\.ts$/.test(id)) return null;
    const calls = Object.entries(endpoints).map(([name, { method, path, audience }]) => [
      name,
      { method, path, ...(audience === 'anyone' && { audience }) },
    ]);
    return `export const endpoints = ${JSON.stringify(Object.fromEntries(calls))};`;
  },
};

/**
 * Modules that load code, replaced by those of `web/base/import-files.ts`, which can load it again after a failure:
 * - Vite's import helper. Chromium fails each later import of a module that it could not load without a request.
 * - React Router's loader of a route, which reloads the page when it fails: without a connection that ends in the error
 *   page of the browser. The first test of `tests/e2e/offline.spec.ts` fails without this.
 */
const loadingModules: Plugin = {
  name: 'loading-modules',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load(id) {
    if (id === '\0vite/preload-helper.js')
      return `export { importFiles as __vitePreload } from '/web/base/import-files.ts';`;
    if (/[\\/]react-router[\\/]dist[\\/].*[\\/]ssr[\\/]routeModules\.m?js$/.test(id))
      return `export { loadRouteModule } from '/web/base/import-files.ts';`;
    return null;
  },
};

export default defineConfig({
  plugins: [
    endpointList,
    loadingModules,
    compileTexts(language),
    tailwindcss(),
    reactRouter(),
    listOfflineFiles,
  ],
  // A picture or font inside a style sheet would be downloaded by everybody, needed or not.
  build: { assetsInlineLimit: 0 },
  // Found before the first page is asked for, or the first page of a day would load twice.
  optimizeDeps: { entries: ['web/**/*.{ts,tsx}', '!web/**/*.test.*'] },
  // Bundled, so that the server loads the icons that pages use; imported at run time, the package loads all 1,700.
  ssr: { noExternal: ['lucide-react'] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Without groups a page loads 52 files, and ADD of the home page is usable 1.2 s later on a slow phone.
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  test: /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/,
                },
                {
                  name: 'shop',
                  // The field is part of the catalogue's filters, too: forms would load the catalogue with it.
                  test: /web[\\/](?:root|ui[\\/]field|storefront[\\/](?:shell|cart))[\\/.]/,
                  tags: ['$initial'],
                },
                {
                  name: 'catalogue',
                  test: /web[\\/]storefront[\\/](?:product-card|product-list|wishlist)[\\/]/,
                  tags: ['$initial'],
                },
              ],
            },
          },
        },
      },
    },
  },
});
