import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { BrowserContext } from '@playwright/test';
import { offlineErrors, savedAddresses, saveForOffline } from './offline.ts';
import type { Shop } from './shop.ts';
import { productCards } from './storefront.ts';
import { expect, test } from './test.ts';

/**
 * The shop behind a proxy that can deploy a version whose files have other names and that has none of the former
 * ones.
 */
async function openDeployment(shop: Shop) {
  let isDeployed = false;
  const names = /(\/?assets\/[\w.-]+?)-([\w-]{7,8})\.(js|css|woff2)/g;
  const server = createServer(async (from, to) => {
    const url = from.url ?? '/';
    const isFormerFile = url.startsWith('/assets/') && isDeployed && !url.includes('-next-');
    if (isFormerFile) return void to.writeHead(404).end();
    const body = Buffer.concat(await from.toArray());
    const headers = { ...from.headers };
    for (const name of ['host', 'accept-encoding', 'if-none-match', 'if-modified-since'])
      delete headers[name];
    const sent = httpRequest(shop.url + url.replace('-next-', '-'), {
      ...(from.method !== undefined && { method: from.method }),
      headers,
    });
    sent.once('error', () => to.destroy()).end(body);
    sent.once('response', async (answer) => {
      let content: Buffer = Buffer.concat(await answer.toArray());
      const { 'content-security-policy': _policy, 'content-length': _length, ...kept } = answer.headers;
      const isText = /html|javascript|css/.test(String(kept['content-type']));
      // The policy has the hashes of the scripts of the page, which contain names of files.
      if (isText && isDeployed) content = Buffer.from(content.toString().replace(names, '$1-next-$2.$3'));
      // A version of the service worker is named after its files.
      if (url.startsWith('/service-worker') && isDeployed)
        content = Buffer.from(content.toString().replaceAll(/\b[0-9a-f]{12}\b/g, '$&-next'));
      to.writeHead(answer.statusCode ?? 502, kept).end(content);
    });
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    url: `http://localhost:${address.port}`,
    deploy() {
      isDeployed = true;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('a page that is open during a deployment goes on working, and the next one is of the new version', async ({
  errors,
  openPage,
  shop,
}) => {
  errors.allow(/Failed to load resource|Failed to fetch/);
  const product = await shop.claimProduct();
  const deployment = await openDeployment(shop);
  try {
    const page = await openPage({ hasServiceWorker: true, baseURL: deployment.url });
    await page.goto('/');
    await saveForOffline(page);
    await page.evaluate(() => {
      document.documentElement.dataset.opened = 'before';
    });
    deployment.deploy();
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect
      .poll(() =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state),
      )
      .toBe('installed');
    // Code that the page has not loaded before.
    await page.getByRole('link', { name: 'Search for groceries' }).first().click();
    await page.getByRole('combobox').fill(product.name);
    await productCards(page).filter({ hasText: product.name }).getByRole('link').first().click();
    await expect(page.getByTestId('product-offer')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-opened', 'before');
    // Code that no page of the version before can load any more: the page is loaded again at its address.
    await page.getByRole('link', { name: 'Login' }).first().click();
    await expect(page.getByLabel('Email')).toBeVisible();
    // The field can be there before the scripts, which are the end of the page.
    await expect
      .poll(() => page.evaluate(() => [...document.scripts].map(({ src, text }) => src + text).join()))
      .toContain('-next-');
  } finally {
    deployment.close();
  }
});

// In the scope of a service worker.
declare const registration: ServiceWorkerRegistration;

/**
 * Waits until the browser has replaced a worker, some time after its last page was closed. A page that the browser is
 * asked for at that moment may never arrive.
 */
async function waitForNextVersion(context: BrowserContext): Promise<void> {
  const readStates = () =>
    Promise.all(
      context.serviceWorkers().map((worker) =>
        worker
          .evaluate(() => [registration.active?.state, registration.waiting?.state])
          // It has been replaced and ends.
          .catch(() => null),
      ),
    );
  await expect.poll(readStates).toEqual([['activated', undefined]]);
}

test('after a deployment the pages and categories that were saved open without a connection again', async ({
  errors,
  openPage,
  shop,
}) => {
  errors.allow(/Failed to load resource|Failed to fetch/, offlineErrors);
  const product = await shop.claimProduct();
  const deployment = await openDeployment(shop);
  try {
    const page = await openPage({ widthPx: 360, hasServiceWorker: true, baseURL: deployment.url });
    await page.goto('/');
    await saveForOffline(page);
    await page.goto(product.path);
    await expect.poll(() => savedAddresses(page)).toContain(deployment.url + product.path);
    const listings = (await savedAddresses(page)).filter((url) => url.includes('_routes=listing'));
    deployment.deploy();
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    const waiting = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state);
    await expect.poll(waiting).toBe('installed');
    const context = page.context();
    await page.close();

    await waitForNextVersion(context);
    const later = await context.newPage();
    await later.goto(`${deployment.url}/cart`);
    const savedByNext = () =>
      later.evaluate(async () => {
        const names = (await caches.keys()).filter((name) => /^visited-.*-next$/.test(name));
        const saved = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return saved.flat().map(({ url }) => url);
      });
    await expect
      .poll(savedByNext)
      .toEqual(expect.arrayContaining([...listings, deployment.url + product.path]));
    await context.setOffline(true);
    await later.goto(`${deployment.url}${product.path}`);
    await expect(later.getByTestId('product-offer')).toBeVisible();
    await expect(later.getByRole('status').filter({ hasText: 'offline' })).toBeVisible();
    await later.goto(`${deployment.url}/`);
    await later.getByRole('navigation', { name: 'Shop by category' }).getByRole('link').first().tap();
    await expect(later.getByRole('navigation', { name: /^Sub-categories/ })).toBeVisible();
  } finally {
    deployment.close();
  }
});
