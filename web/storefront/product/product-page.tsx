import { ChevronRight } from 'lucide-react';
import {
  data,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaDescriptor,
  redirect,
  useLoaderData,
} from 'react-router';
import type { Product } from '#contract/product.ts';
import { idOfParameter, productPath } from '#contract/rules/slug.ts';
import { type PageContext, pageContext } from '#web/page-context.ts';
import { categoryPath } from '#web/storefront/home/category-links.ts';
import { pageMeta, shopOf } from '#web/storefront/page-meta.ts';
import { type CardProduct, cardProductOf } from '#web/storefront/product-card/card-product.ts';
import { priceTagOf } from '#web/storefront/product-card/price-tag.ts';
import { tintOf } from '#web/storefront/product-card/tint.ts';
import { ProductRow } from '#web/storefront/product-list/product-row.tsx';
import { Blurbs } from './blurbs.tsx';
import { Gallery } from './gallery.tsx';
import { crumbsOf, findShelf, type Shelf } from './product-data.ts';
import { ProductDetails } from './product-details.tsx';
import { breadcrumbJsonLd, productJsonLd } from './product-json-ld.ts';
import { ProductOffer } from './product-offer.tsx';
import './product.css';

/** As many as a row shows. */
const relatedCount = 12;

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const { call } = context.get(pageContext);
  const productId = idOfParameter(params.product ?? '');
  // What is no id at all is an address that nobody has, not a broken request.
  if (!/^[0-9A-Za-z]{1,32}$/.test(productId)) throw data(null, { status: 404 });
  const [{ data: product }, { data: subCategories }] = await Promise.all([
    call('getProductDetails', { productId }),
    call('listSubCategories', {}),
  ]);
  const path = productPath(product);
  if (url.pathname !== path) throw redirect(path, 301);
  const shelf = findShelf(product, subCategories);
  return {
    product,
    shelf,
    crumbs: crumbsOf(shelf, shelf === null ? null : categoryPath(shelf.category, subCategories)),
    related: shelf === null ? [] : await readRelated(call, product, shelf),
  };
}

/** What else stands on the shelf of a product. */
async function readRelated(
  call: PageContext['call'],
  product: Product,
  shelf: Shelf,
): Promise<CardProduct[]> {
  const { data: onShelf } = await call('listProductsByCategoryAndSubCategory', {
    categoryId: shelf.category._id,
    subCategoryId: shelf.subCategory._id,
    limit: relatedCount + 1,
  });
  return onShelf
    .filter(({ _id }) => _id !== product._id)
    .slice(0, relatedCount)
    .map(cardProductOf);
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>): MetaDescriptor[] {
  if (loaderData === undefined) return [];
  const { product, crumbs } = loaderData;
  const shop = shopOf(matches);
  const { now } = priceTagOf(product);
  return [
    ...pageMeta({
      title: `${product.name}, ${product.unit} | ${shop.name}`,
      description: `${product.name}, ${product.unit}, for ${now}, at your door in 10 minutes. ${product.description}`,
      shop,
      path: productPath(product),
      image: product.image[0],
    }),
    { 'script:ld+json': productJsonLd(product, shop.url) },
    { 'script:ld+json': breadcrumbJsonLd(crumbs, product, shop.url) },
  ];
}

export default function ProductPage() {
  const { product, shelf, crumbs, related } = useLoaderData<typeof loader>();
  return (
    // The key brings a new gallery with a new product, at its first picture.
    <article className="product" style={tintOf(product.category[0]?.hue ?? 140)} key={product._id}>
      <nav className="crumbs" aria-label="Breadcrumb">
        <ol>
          {crumbs.map(({ name, path }) => (
            <li key={name}>
              <Link to={path} prefetch="intent">
                {name}
              </Link>
              <ChevronRight aria-hidden="true" />
            </li>
          ))}
          <li aria-current="page">{product.name}</li>
        </ol>
      </nav>
      <div className="sides">
        <Gallery name={product.name} images={product.image} />
        <div className="words">
          <ProductOffer product={product} />
          <ProductDetails product={product} />
        </div>
      </div>
      <Blurbs />
      {shelf !== null && related.length > 0 && (
        <ProductRow heading={`More in ${shelf.subCategory.name}`} path={shelf.path} products={related} />
      )}
    </article>
  );
}
