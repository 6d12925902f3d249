import { PackageX } from 'lucide-react';
import { Link } from 'react-router';
import type { ProductCardData } from '#web/storefront/product-card-data.ts';
import { ProductRow } from '#web/storefront/product-list/product-row.tsx';
import { t } from '#web/texts/t.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState, StatusIcon } from '#web/ui/empty-state.tsx';
import type { ProductListing } from './product-data.ts';

export interface FormerProductData {
  name: string;
  unit: string;
  listing: ProductListing | null;
  /** Products that are sold instead. */
  related: ProductCardData[];
}

/** The page of an archived product, whose address may be in messages and search engines. */
export function FormerProductPage({ name, unit, listing, related }: FormerProductData) {
  return (
    <article className="flex flex-col gap-4 pt-2 pb-12 md:pb-16">
      <title>{t('products.noLongerSoldTitle', { name })}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        heading="h1"
        art={
          <StatusIcon tone="marigold">
            <PackageX className="size-14" strokeWidth={1.75} />
          </StatusIcon>
        }
        title={t('products.noLongerSold')}
        action={
          <Link to={listing?.path ?? '/'} className={buttonClass()}>
            {listing === null ? t('shell.goToHome') : listing.subCategory.name}
          </Link>
        }
      >
        {t('products.noLongerSoldText', { name, unit })}
      </EmptyState>
      {listing !== null && related.length > 0 && (
        <ProductRow
          heading={t('products.moreIn', { name: listing.subCategory.name })}
          path={listing.path}
          products={related}
        />
      )}
    </article>
  );
}
