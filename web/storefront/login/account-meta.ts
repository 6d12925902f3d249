import type { MetaArgs, MetaDescriptor } from 'react-router';
import { pageMeta, shopOf } from '#web/storefront/page-meta.ts';

/** The meta of a page of account access, which no search engine lists. */
export function accountMeta(title: string, path: string) {
  return ({ matches }: MetaArgs): MetaDescriptor[] => {
    const shop = shopOf(matches);
    const description = `${title} at ${shop.name}.`;
    return pageMeta({ title: `${title} · ${shop.name}`, description, shop, path, isListed: false });
  };
}
