import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { languages } from '../../contract/base/languages.ts';
import { compileTexts } from '../texts/compile-texts.ts';
import { offlineFilesName } from './offline-files.ts';

/**
 * Builds the service worker of all languages, after the pages of each. `vite-plugin-pwa` does not know the server
 * rendering of React Router.
 */
const build = join(import.meta.dirname, '..', '..', 'build');
const readFiles = (directory: string): unknown =>
  JSON.parse(readFileSync(join(directory, offlineFilesName), 'utf8'));
const files = JSON.stringify(
  Object.fromEntries(
    languages.map((language) => [language, readFiles(language === 'en' ? build : join(build, language))]),
  ),
);

export default defineConfig({
  publicDir: false,
  logLevel: 'warn',
  plugins: [compileTexts()],
  define: {
    offlineFiles: files,
    buildVersion: JSON.stringify(createHash('sha256').update(files).digest('hex').slice(0, 12)),
    'process.env.NODE_ENV': '"production"',
  },
  build: {
    outDir: join(build, 'client'),
    emptyOutDir: false,
    lib: {
      entry: join(import.meta.dirname, 'service-worker.ts'),
      formats: ['iife'],
      name: 'serviceWorker',
      fileName: () => 'service-worker.js',
    },
  },
});
