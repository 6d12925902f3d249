import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerBuild } from 'react-router';
import { registerAssets, registerDevelopmentPages, registerPages } from '#server/http/page-cache.ts';
import type { ApiRoute } from '#server/http/route.ts';
import type { App } from './app.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { createPageRenderer, type Shop } from './http/page-renderer.ts';

const root = join(import.meta.dirname, '..');

interface MountOptions {
  context: Context;
  apiRoutes: readonly ApiRoute[];
  config: Config;
}

/** Mounts the built web app, or with NODE_ENV=development the web app under Vite with hot reload. */
export async function mountPages(app: App, options: MountOptions): Promise<void> {
  if (options.config.NODE_ENV === 'development') return mountLivePages(app, options);
  const build = await builtPages();
  await registerAssets(app.fastify, join(root, 'build/client'));
  const render = createPageRenderer({ ...rendererOptions(app, options), build, mode: 'production' });
  const { context, config } = options;
  registerPages(app.fastify, { render, reads: context.catalogueCache, publicUrl: config.PUBLIC_URL });
}

async function mountLivePages(app: App, options: MountOptions): Promise<void> {
  const { createServer } = await import('vite');
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' });
  // Vite answers its own modules on the raw request; what it leaves is a page.
  app.fastify.addHook('onRequest', (request, reply, next) => {
    if (request.url.startsWith('/api/') || request.url.startsWith('/images/')) next();
    else vite.middlewares(request.raw, reply.raw, next);
  });
  app.fastify.addHook('onClose', () => vite.close());
  const build = async () => toServerBuild(await vite.ssrLoadModule('virtual:react-router/server-build'));
  const render = createPageRenderer({ ...rendererOptions(app, options), build, mode: 'development' });
  registerDevelopmentPages(app.fastify, render, options.config.PUBLIC_URL);
}

function rendererOptions(app: App, { context, apiRoutes, config }: MountOptions) {
  return { context, apiRoutes, cache: app.responseCache, shop: shopOf(config) };
}

function shopOf(config: Config): Shop {
  return {
    name: config.SHOP_NAME,
    tagline: config.SHOP_TAGLINE,
    url: config.PUBLIC_URL,
    contact: {
      email: config.CONTACT_EMAIL,
      facebook: config.FACEBOOK_URL,
      instagram: config.INSTAGRAM_URL,
      linkedin: config.LINKEDIN_URL,
    },
  };
}

async function builtPages(): Promise<ServerBuild> {
  const bundle = join(root, 'build/server/index.js');
  if (!existsSync(bundle)) throw new Error('the pages are not built yet. `npm start` builds them first.');
  return toServerBuild(await import(bundle));
}

/** A bundle as what it should be. Throws when it is something else. */
export function toServerBuild(module: unknown): ServerBuild {
  if (isServerBuild(module)) return module;
  throw new Error('The built pages are not what they should be. Please build again.');
}

function isServerBuild(module: unknown): module is ServerBuild {
  return typeof module === 'object' && module !== null && 'routes' in module && 'entry' in module;
}
