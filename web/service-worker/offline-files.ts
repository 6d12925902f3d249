import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

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

/** The list that `listOfflineFiles` writes beside the folder of the client. */
export const offlineFilesName = 'offline-files.json';

/** Writes the list of the files of one language that the service worker saves: see its `vite.config.ts`. */
export const listOfflineFiles: Plugin = {
  name: 'offline-files',
  applyToEnvironment: ({ name }) => name === 'client',
  writeBundle({ dir = '' }, bundle) {
    writeFileSync(join(dir, '..', offlineFilesName), JSON.stringify(findOfflineFiles(bundle)));
  },
};

/** Paths of the chunks that have to work offline with their static imports and style sheets, and of all fonts. */
function findOfflineFiles(bundle: Rolldown.OutputBundle): string[] {
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
