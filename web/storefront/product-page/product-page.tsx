import { BadgePercent, Bike, ChevronRight, PackageX, ShoppingBasket } from 'lucide-react';
import { useContext } from 'react';
import {
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaDescriptor,
  redirect,
  useLoaderData,
} from 'react-router';
import { categoryPath, parseIdFromParam, productPath } from '#contract/base/slug.ts';
import type { FormerProductDetails, Product } from '#contract/products/product.ts';
import { gone, notFound, type PageContext, pageContext } from '#web/base/page-context.ts';
import { getShop, pageMeta } from '#web/storefront/page-meta.ts';
import type { ProductCardData } from '#web/storefront/product-card-data.ts';
import {
  tileHueStyle,
  toFamilyCardData,
  toPriceTag,
  toProductCardData,
  withPicturesFirst,
} from '#web/storefront/product-card-data.ts';
import { ProductRow } from '#web/storefront/product-list/product-row.tsx';
import { PromisedMinutes } from '#web/storefront/promised-minutes.ts';
import {
  type Breadcrumb,
  breadcrumbData,
  productData,
  structuredData,
} from '#web/storefront/structured-data.ts';
import { Heart } from '#web/storefront/wishlist/heart.tsx';
import { inLanguage, langOf, type Named, nameOf, t } from '#web/texts/t.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState, StatusIcon } from '#web/ui/empty-state.tsx';
import { Gallery } from './gallery.tsx';
import type { ProductListing } from './product-data.ts';
import { findProductListing, toBreadcrumbs } from './product-data.ts';
import { ProductBar, ProductDetails, ProductOffer } from './product-offer.tsx';

const relatedCount = 12;

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const { call } = context.get(pageContext);
  const productId = parseIdFromParam(params.product ?? '');
  // An invalid id is an unknown address (404), not a bad request (400).
  if (!/^[0-9A-Za-z]{1,32}$/.test(productId)) throw notFound();
  const answer = await call('getProductDetails', { productId }).catch(async (thrown: unknown) => {
    const former = thrown instanceof Response ? await readFormerProduct(thrown) : null;
    if (former === null) throw thrown;
    return { former };
  });
  if ('former' in answer) return gone({ former: await loadFormerProduct(call, answer.former) });
  const { sizes, ...product } = answer.data;
  const path = productPath(product);
  if (url.pathname !== path) throw redirect(path, 301);
  const { listing, breadcrumbs } = await call(
    'listSubCategories',
    {},
    {
      select: ({ data: subCategories }) => {
        const listing = findProductListing(product, subCategories);
        const pathOfCategory = listing === null ? null : categoryPath(listing.category, subCategories);
        return { listing, breadcrumbs: toBreadcrumbs(listing, pathOfCategory) };
      },
    },
  );
  return {
    product,
    sizes: sizes.map(toProductCardData),
    listing,
    breadcrumbs,
    related: listing === null ? [] : await listRelated(call, product, listing),
  };
}

type FormerProduct = FormerProductDetails['former'];

/** The archived product that a response of this process names; null for a product that never was in the shop. */
async function readFormerProduct(response: Response): Promise<FormerProduct | null> {
  const answer: { details?: Partial<FormerProductDetails> } = await response.clone().json();
  return answer.details?.former ?? null;
}

async function loadFormerProduct(
  call: PageContext['call'],
  product: FormerProduct,
): Promise<FormerProductData> {
  const listing = await call(
    'listSubCategories',
    {},
    { select: ({ data: subCategories }) => findProductListing(product, subCategories) },
  );
  return {
    name: product.name,
    nameHindi: product.nameHindi,
    unit: product.unit,
    listing,
    related: listing === null ? [] : await listRelated(call, null, listing),
  };
}

/** Other products of the same listing, no other sizes of this one; all if there is none. */
async function listRelated(
  call: PageContext['call'],
  product: Product | null,
  listing: ProductListing,
): Promise<ProductCardData[]> {
  const input = {
    categoryId: listing.category._id,
    subCategoryId: listing.subCategory._id,
    limit: relatedCount + 1,
  };
  return call('listProductsByCategoryAndSubCategory', input, {
    select: ({ data }) =>
      withPicturesFirst(
        data
          .filter(({ _id, family }) => _id !== product?._id && (family === '' || family !== product?.family))
          .slice(0, relatedCount)
          .map(toFamilyCardData),
      ),
  });
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>): MetaDescriptor[] {
  if (loaderData === undefined || 'former' in loaderData) return [];
  const { product, breadcrumbs } = loaderData;
  const shop = getShop(matches);
  const { now } = toPriceTag(product);
  return [
    ...pageMeta({
      title: `${nameOf(product)}, ${product.unit} | ${shop.name}`,
      description: t('products.productDescription', {
        name: nameOf(product),
        unit: product.unit,
        price: now,
        minutes: shop.promisedMinutes,
        description: inLanguage(product.description, product.descriptionHindi),
      }),
      shop,
      path: productPath(product),
      image: product.image[0],
    }),
    ...structuredData(() => [
      productData(product, shop),
      breadcrumbData([...breadcrumbs, { name: nameOf(product), path: productPath(product) }], shop.url),
    ]),
  ];
}

type SoldProductData = Exclude<ReturnType<typeof useLoaderData<typeof loader>>, { former: unknown }>;

export default function ProductPage() {
  const data = useLoaderData<typeof loader>();
  if (!('former' in data)) return <SoldProduct {...data} />;
  return <FormerProductPage {...data.former} />;
}

function SoldProduct({ product, sizes, listing, breadcrumbs, related }: SoldProductData) {
  return (
    <article
      // The key resets the gallery when another product is opened from this page.
      key={product._id}
      className="flex flex-col gap-8 pt-2 pb-12 md:gap-10 md:pt-3 md:pb-16"
      style={tileHueStyle(product.category[0]?.hue ?? 140)}
    >
      <Breadcrumbs breadcrumbs={breadcrumbs} productName={nameOf(product)} />
      <div className="grid items-start gap-6 md:grid-cols-2 md:gap-8 lg:grid-cols-[minmax(0,min(34rem,50%))_minmax(0,1fr)] lg:gap-x-[min(3.5rem,4%)]">
        <Gallery name={nameOf(product)} images={product.image}>
          <Heart product={product} />
        </Gallery>
        <div className="flex min-w-0 flex-col gap-6">
          <ProductOffer product={product} sizes={sizes} />
          <ProductDetails product={product} />
        </div>
      </div>
      <ProductBar product={product} />
      <Benefits />
      {listing !== null && related.length > 0 && (
        <ProductRow
          heading={t('products.moreIn', { name: nameOf(listing.subCategory) })}
          path={listing.path}
          products={related}
        />
      )}
    </article>
  );
}

interface BreadcrumbsProps {
  breadcrumbs: readonly Breadcrumb[];
  productName: string;
}

/** On phones without the name of the product, which is the heading below. */
function Breadcrumbs({ breadcrumbs, productName }: BreadcrumbsProps) {
  return (
    <nav aria-label={t('products.breadcrumb')} className="-mb-5 text-sm text-ink-soft">
      <ol className="-ml-3.5 flex items-center overflow-hidden pl-3.5">
        {breadcrumbs.map(({ path, ...step }) => (
          <li
            key={path}
            className="flex flex-none items-center whitespace-nowrap max-md:nth-last-2:[&_svg]:hidden"
          >
            <Link
              to={path}
              lang={langOf(nameOf(step))}
              prefetch="intent"
              // The target extends into the gaps, so that short names have the same gaps as long ones.
              className="-mx-2.5 inline-flex min-h-11 min-w-11 items-center justify-center px-2.5 hover:text-leaf"
            >
              {path === '/' ? t('shell.home') : nameOf(step)}
            </Link>
            <ChevronRight aria-hidden="true" className="mx-1 size-3.5 opacity-60" />
          </li>
        ))}
        <li
          aria-current="page"
          lang={langOf(productName)}
          className="min-w-0 truncate text-ink max-md:hidden"
        >
          {productName}
        </li>
      </ol>
    </nav>
  );
}

/** The same on every product page. */
function Benefits() {
  const minutes = useContext(PromisedMinutes);
  const benefits = [
    { Icon: Bike, title: t('products.superfast'), text: t('products.superfastText', { minutes }) },
    { Icon: BadgePercent, title: t('products.bestPrices'), text: t('products.bestPricesText') },
    { Icon: ShoppingBasket, title: t('products.assortment'), text: t('products.assortmentText') },
  ];
  return (
    <section aria-labelledby="benefits-heading">
      <h2 id="benefits-heading" className="mb-3 text-lg/6 text-ink">
        {t('products.whyHere')}
      </h2>
      <ul className="grid gap-3 md:grid-cols-3">
        {benefits.map(({ Icon, title, text }) => (
          <li
            key={title}
            className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-3.5 wrap-break-word rounded-lg border border-line bg-surface p-4"
          >
            <Icon aria-hidden="true" className="row-span-2 size-12 rounded-full bg-leaf-soft p-3 text-leaf" />
            <h3 className="font-bold text-ink">{title}</h3>
            <p className="text-sm text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FormerProductData extends Named {
  unit: string;
  listing: ProductListing | null;
  /** Products that are sold instead. */
  related: ProductCardData[];
}

/** The page of an archived product, whose address may be in messages and search engines. */
function FormerProductPage({ unit, listing, related, ...named }: FormerProductData) {
  const name = nameOf(named);
  return (
    <article className="flex flex-col gap-4 pt-2 pb-12 md:pb-16">
      <title>{t('products.noLongerSoldTitle', { name })}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        heading="h1"
        art={<StatusIcon tone="marigold" Icon={PackageX} />}
        title={t('products.noLongerSold')}
        action={
          <Link to={listing?.path ?? '/'} className={buttonClass()}>
            {listing === null ? t('shell.goToHome') : nameOf(listing.subCategory)}
          </Link>
        }
      >
        {t('products.noLongerSoldText', { name, unit })}
      </EmptyState>
      {listing !== null && related.length > 0 && (
        <ProductRow
          heading={t('products.moreIn', { name: nameOf(listing.subCategory) })}
          path={listing.path}
          products={related}
        />
      )}
    </article>
  );
}
