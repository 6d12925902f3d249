import type { MetaArgs, MetaDescriptor } from 'react-router';

interface PageMeta {
  title: string;
  description: string;
  shop: { name: string; url: string };
  /** The canonical path, with the query if that identifies the page. */
  path: string;
  /** Absolute or relative; the image of the shop by default. */
  image?: string | undefined;
  /** False adds `noindex`. */
  isListed?: boolean;
}

/** Title, description, canonical URL and Open Graph tags of a page. */
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

/** The shop from the data of the root route. */
export function getShop(matches: MetaArgs['matches']): MetaShop {
  for (const match of matches) {
    const root: unknown = match?.id === 'root' ? match.loaderData : undefined;
    if (isRecord(root) && isShop(root.shop)) return root.shop;
  }
  throw new Error('The root route has no shop data.');
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

/** The meta of login, registration and password-reset pages, which are not indexed. */
export function authMeta(title: string, path: string) {
  return ({ matches }: MetaArgs): MetaDescriptor[] => {
    const shop = getShop(matches);
    const description = `${title} at ${shop.name}.`;
    return pageMeta({ title: `${title} · ${shop.name}`, description, shop, path, isListed: false });
  };
}
