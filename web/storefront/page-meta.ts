import type { MetaArgs, MetaDescriptor } from 'react-router';

interface PageMeta {
  title: string;
  description: string;
  shop: { name: string; url: string };
  /** The canonical path, with the query where that names another page. */
  path: string;
  /** The address of a picture, relative is fine; the picture of the shop unless given. */
  image?: string | undefined;
  /** False for pages that search engines should not list. */
  isListed?: boolean;
}

/** Title, description, canonical address and Open Graph of a page. */
export function pageMeta({
  title,
  description,
  shop,
  path,
  image,
  isListed = true,
}: PageMeta): MetaDescriptor[] {
  const url = new URL(path, shop.url).href;
  const meta: MetaDescriptor[] = [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: shop.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
  ];
  meta.push(
    { property: 'og:image', content: new URL(image || '/share.png', shop.url).href },
    { name: 'twitter:card', content: 'summary_large_image' },
  );
  if (!isListed) meta.push({ name: 'robots', content: 'noindex, follow' });
  return meta;
}

interface MetaShop {
  name: string;
  tagline: string;
  url: string;
}

/** The shop, as the root of every page has loaded it. */
export function getShop(matches: MetaArgs['matches']): MetaShop {
  for (const match of matches) {
    const root: unknown = match?.id === 'root' ? match.loaderData : undefined;
    if (isRecord(root) && isShop(root.shop)) return root.shop;
  }
  throw new Error('The root of the page has not loaded the shop.');
}

function isShop(value: unknown): value is MetaShop {
  return (
    isRecord(value) &&
    typeof value.name === 'string' &&
    typeof value.tagline === 'string' &&
    typeof value.url === 'string'
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The meta of a page of account access, which no search engine lists. */
export function authMeta(title: string, path: string) {
  return ({ matches }: MetaArgs): MetaDescriptor[] => {
    const shop = getShop(matches);
    const description = `${title} at ${shop.name}.`;
    return pageMeta({ title: `${title} · ${shop.name}`, description, shop, path, isListed: false });
  };
}
