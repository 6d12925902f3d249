import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerBuild } from 'react-router';
import type { Language } from '#contract/base/languages.ts';
import type { Context } from '#server/http/context.ts';
import type { ApiRoute } from '#server/http/route.ts';
import type { App } from './app.ts';
import { registerLanguageChoice } from './language.ts';
import { createPageAddresses } from './page-address.ts';
import { registerAssets, registerDevelopmentPages, registerPages } from './page-cache.ts';
import { createPageRenderer } from './page-renderer.ts';

const root = join(import.meta.dirname, '../..');

interface MountOptions {
  context: Context;
  apiRoutes: readonly ApiRoute[];
  config: { NODE_ENV: string; PUBLIC_URL: string };
}

/** Serves the built web app, or with NODE_ENV=development the web app through Vite with hot reload. */
export async function mountPages(app: App, options: MountOptions): Promise<void> {
  registerLanguageChoice(app.fastify, options.config.PUBLIC_URL);
  if (options.config.NODE_ENV === 'development') return mountDevelopmentPages(app, options);
  const english = await loadServerBuild('en');
  await registerAssets(app.fastify, join(root, 'build/client'));
  const renderer = createPageRenderer({
    ...rendererOptions(app, options),
    // The bundle of a language takes memory from its first page on. Modules are imported once.
    loadBuild: async (language) => (language === 'en' ? english : loadServerBuild(language)),
    mode: 'production',
  });
  const { context, config } = options;
  registerPages(app.fastify, {
    renderer,
    catalogueCache: context.catalogueCache,
    toAddress: createPageAddresses(english.routes, config.PUBLIC_URL),
    rateLimits: context.rateLimits,
  });
}

async function mountDevelopmentPages(app: App, options: MountOptions): Promise<void> {
  const { createServer } = await import('vite');
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' });
  // Vite serves its modules from the raw request and passes on pages.
  app.fastify.addHook('onRequest', (request, reply, next) => {
    if (request.url.startsWith('/api/') || request.url.startsWith('/images/')) next();
    else vite.middlewares(request.raw, reply.raw, next);
  });
  app.fastify.addHook('onClose', () => vite.close());
  const renderer = createPageRenderer({
    ...rendererOptions(app, options),
    // Vite serves one language, that of `BUILD_LANGUAGE`.
    loadBuild: async () => toServerBuild(await vite.ssrLoadModule('virtual:react-router/server-build')),
    mode: 'development',
  });
  registerDevelopmentPages(app.fastify, renderer, options.config.PUBLIC_URL);
}

function rendererOptions(app: App, { context, apiRoutes, config }: MountOptions) {
  return {
    context,
    apiRoutes,
    catalogueResponseCache: app.catalogueResponseCache,
    publicUrl: config.PUBLIC_URL,
  };
}

async function loadServerBuild(language: Language): Promise<ServerBuild> {
  const bundle = join(root, 'build', language === 'en' ? '' : language, 'server/index.js');
  if (!existsSync(bundle)) throw new Error('The web app is not built. Run `npm start`, which builds it.');
  return toServerBuild(await import(bundle));
}

/** Throws if the module is not a React Router build. */
export function toServerBuild(module: unknown): ServerBuild {
  if (isServerBuild(module)) return module;
  throw new Error('The server build is invalid. Build the web app again.');
}

function isServerBuild(module: unknown): module is ServerBuild {
  return typeof module === 'object' && module !== null && 'routes' in module && 'entry' in module;
}
