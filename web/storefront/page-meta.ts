import type { MetaArgs, MetaDescriptor } from 'react-router';
import { previewImage, previewImageUrl } from '#contract/images/image.ts';
import { isRecord } from '#web/base/storage.ts';
import { languageTag, t } from '#web/texts/t.ts';

/** The titles of the pages about the store, at `/page/…`. */
export const pageTitles = {
  terms: t('shell.terms'),
  privacy: t('shell.privacy'),
  refunds: t('shell.refunds'),
  help: t('shell.help'),
  about: t('shell.about'),
  contact: t('shell.contact'),
};

interface PageMeta {
  title: string;
  description: string;
  shop: Pick<MetaShop, 'name' | 'url' | 'branding'>;
  /** The canonical path, with the query if that identifies the page. */
  path: string;
  /** Path or URL of a picture; by default the icon of the store, or the picture of one with the original look. */
  image?: string | undefined;
  /** False adds `noindex`. */
  isListed?: boolean;
}

/**
 * Title, description, canonical URL and what link previews show. Previews and search engines read the page of the
 * server, so the code for the browser is smaller.
 */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const { title, description, shop, path, isListed = true } = page;
  const url = new URL(path, shop.url).href;
  const meta: MetaDescriptor[] = [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
  ];
  if (!isListed) meta.push({ name: 'robots', content: 'noindex, follow' });
  return import.meta.env.SSR ? [...meta, ...previewMeta(page, url)] : meta;
}

/** The tags of Open Graph and of Twitter cards. */
function previewMeta({ title, description, shop, image = '' }: PageMeta, url: string): MetaDescriptor[] {
  const icons = image === '' ? shop.branding?.icons : undefined;
  const ownImage = image === '' || image.startsWith('/images/');
  const path =
    icons !== undefined ? `${icons}/icon-512.png` : image === '' ? '/share.png' : previewImageUrl(image);
  const imageUrl = new URL(path, shop.url).href;
  const { width, height } = icons === undefined ? previewImage : { width: 512, height: 512 };
  const size = [
    { property: 'og:image:width', content: String(width) },
    { property: 'og:image:height', content: String(height) },
    { property: 'og:image:type', content: image === '' ? 'image/png' : previewImage.type },
  ];
  return [
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: shop.name },
    { property: 'og:locale', content: languageTag.replace('-', '_') },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: imageUrl },
    ...(ownImage ? size : []),
    { property: 'og:image:alt', content: title },
    { name: 'twitter:card', content: icons === undefined ? 'summary_large_image' : 'summary' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: imageUrl },
    { name: 'twitter:image:alt', content: title },
  ];
}

/** The title of a page of a list; the pages after the first have their number. */
export function toPageTitle(title: string, page: number): string {
  return page > 1 ? t('products.pageTitle', { title, page }) : title;
}

export interface MetaShop {
  name: string;
  tagline: string;
  url: string;
  contact: Record<'email' | 'phone' | 'facebook' | 'instagram' | 'linkedin', string>;
  promisedMinutes: number;
  branding?: { icons?: string | undefined } | undefined;
}

/** The shop from the data of the root route. */
export function getShop(matches: MetaArgs['matches']): MetaShop {
  for (const match of matches) {
    const root: unknown = match?.id === 'root' ? match.loaderData : undefined;
    if (isRecord(root) && isShop(root.shop)) return root.shop;
  }
  throw new Error('No shop data.');
}

/** One of its values is enough, because the server has compared all of them with the schema of `getStoreProfile`. */
function isShop(value: unknown): value is MetaShop {
  return isRecord(value) && typeof value.promisedMinutes === 'number';
}

/** The meta of login, registration and password-reset pages, which are not indexed. */
export function authMeta(title: string, path: string) {
  return ({ matches }: MetaArgs): MetaDescriptor[] => {
    const shop = getShop(matches);
    const description = t('shell.pageOfShop', { title, shop: shop.name });
    return pageMeta({ title: `${title} · ${shop.name}`, description, shop, path, isListed: false });
  };
}
