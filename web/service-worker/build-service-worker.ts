import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { type Language, serviceWorkerFile } from '#contract/base/languages.ts';
import { compileTexts } from '../texts/compile-texts.ts';

/**
 * Modules that have to work without a connection after the first visit: pages of the catalogue, the cart, and the
 * notice of being offline.
 */
const worksOffline = new RegExp(
  [
    'web[\\\\/]entry\\.client\\.',
    'web[\\\\/]root\\.',
    'shell[\\\\/](?:shell|connection|offline-page)\\.',
    'storefront[\\\\/](?:home[\\\\/]home|product-list[\\\\/]listing|product-page[\\\\/]product|search[\\\\/]search)-page\\.',
    '[\\\\/]cart-page\\.',
    'cart[\\\\/]cart-drawer\\.',
    'addresses[\\\\/]offline-addresses\\.',
    'ui[\\\\/]toaster\\.',
  ].join('|'),
);

/**
 * Builds the service worker with the list of the files that it saves. `vite-plugin-pwa` does not know the server
 * rendering of React Router.
 */
export function buildServiceWorker(language: Language): Plugin {
  return {
    name: 'service-worker',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = '' }, bundle) {
      const files = listOfflineFiles(bundle);
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
            entry: join(import.meta.dirname, 'service-worker.ts'),
            formats: ['iife'],
            name: 'serviceWorker',
            fileName: () => serviceWorkerFile(language),
          },
        },
      });
    },
  };
}

/** Paths of the chunks that have to work offline with their static imports and style sheets, and of all fonts. */
function listOfflineFiles(bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>();
  function add(name: string): void {
    const output = bundle[name];
    if (output === undefined || files.has(name)) return;
    files.add(name);
    if (output.type === 'asset') return;
    for (const part of [...output.imports, ...(output.viteMetadata?.importedCss ?? [])]) add(part);
  }
  for (const output of Object.values(bundle)) {
    const isNeeded =
      output.type === 'chunk'
        ? worksOffline.test(output.facadeModuleId ?? '')
        : output.fileName.endsWith('.woff2');
    if (isNeeded) add(output.fileName);
  }
  return [...files].sort().map((file) => `/${file}`);
}
