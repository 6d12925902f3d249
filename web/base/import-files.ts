/**
 * Imports a chunk after its files have been fetched. Replaces the helper of Vite (see `vite.config.ts`), which
 * imports at once: Chromium remembers a module that it could not load and fails every later import or preload of it
 * without a request, so that no retry would succeed. It does not remember a failed `fetch`, and the import reads the
 * HTTP cache.
 */
export async function importFiles<Module>(load: () => Promise<Module>, files: readonly string[] = []) {
  await Promise.all(files.map((file) => fetchOnce(`/${file}`)));
  return load();
}

/** What a page of React Router knows about the code of a route. */
interface RouteFiles {
  id: string;
  /** Absolute paths. */
  module: string;
  imports?: readonly string[];
}

/**
 * Loads the code of a route. Replaces the function of React Router (see `vite.config.ts`), which reloads the page
 * when an import fails: without a connection that ends in the error page of the browser. Never rejects, because React
 * Router would wait forever for the loader: the code of a route that could not be loaded throws the error, for the
 * error page of the shop.
 */
export async function loadRouteModule(
  { id, module, imports = [] }: RouteFiles,
  loaded: Record<string, unknown>,
) {
  if (id in loaded) return loaded[id];
  try {
    await Promise.all([module, ...imports].map(fetchOnce));
    loaded[id] = await import(/* @vite-ignore */ module);
    return loaded[id];
  } catch (error) {
    const fail = () => {
      throw error;
    };
    return { default: fail, clientLoader: fail };
  }
}

/** The server has no longer what this page needs: only a reload helps. */
export class OutdatedError extends TypeError {}

const fetches = new Map<string, Promise<void>>();

function fetchOnce(path: string): Promise<void> {
  const fetched = fetches.get(path) ?? fetchFile(path);
  fetches.set(path, fetched);
  fetched.catch(() => fetches.delete(path));
  return fetched;
}

async function fetchFile(path: string): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet],link[rel=modulepreload]');
  if ([...links].some(({ href }) => new URL(href).pathname === path)) return;
  const response = await fetch(path);
  // 404: the file is of an earlier version of the shop.
  if (response.status === 404) throw new OutdatedError(`Failed to fetch ${path}`);
  if (!response.ok) throw new TypeError(`Failed to fetch ${path}`);
  await response.arrayBuffer();
  if (path.endsWith('.css')) await addStylesheet(path);
}

function addStylesheet(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = path;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new TypeError(`Failed to fetch ${path}`));
    };
    document.head.append(link);
  });
}
