import { BadgePercent, Bike, ChevronRight, ShoppingBasket } from 'lucide-react';
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
import { parseIdFromParam, productPath } from '#contract/rules/slug.ts';
import { type PageContext, pageContext } from '#web/page-context.ts';
import { categoryPath } from '#web/storefront/home/home-data.ts';
import { getShop, pageMeta } from '#web/storefront/page-meta.ts';
import {
  type CardProduct,
  hueStyle,
  toCardProduct,
  toPriceTag,
} from '#web/storefront/product-card/card-product.ts';
import { ProductRow } from '#web/storefront/product-list/product-row.tsx';
import { Gallery } from './gallery.tsx';
import {
  breadcrumbJsonLd,
  findProductListing,
  type ProductListing,
  productJsonLd,
  toBreadcrumbs,
} from './product-data.ts';
import { ProductOffer } from './product-offer.tsx';
import './product.css';

/** As many as a row shows. */
const relatedCount = 12;

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const { call } = context.get(pageContext);
  const productId = parseIdFromParam(params.product ?? '');
  // What is no id at all is an address that nobody has, not a broken request.
  if (!/^[0-9A-Za-z]{1,32}$/.test(productId)) throw data(null, { status: 404 });
  const [{ data: product }, { data: subCategories }] = await Promise.all([
    call('getProductDetails', { productId }),
    call('listSubCategories', {}),
  ]);
  const path = productPath(product);
  if (url.pathname !== path) throw redirect(path, 301);
  const listing = findProductListing(product, subCategories);
  return {
    product,
    listing,
    crumbs: toBreadcrumbs(listing, listing === null ? null : categoryPath(listing.category, subCategories)),
    related: listing === null ? [] : await listRelated(call, product, listing),
  };
}

/** What else stands on the shelf of a product. */
async function listRelated(
  call: PageContext['call'],
  product: Product,
  listing: ProductListing,
): Promise<CardProduct[]> {
  const { data: inListing } = await call('listProductsByCategoryAndSubCategory', {
    categoryId: listing.category._id,
    subCategoryId: listing.subCategory._id,
    limit: relatedCount + 1,
  });
  return inListing
    .filter(({ _id }) => _id !== product._id)
    .slice(0, relatedCount)
    .map(toCardProduct);
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>): MetaDescriptor[] {
  if (loaderData === undefined) return [];
  const { product, crumbs } = loaderData;
  const shop = getShop(matches);
  const { now } = toPriceTag(product);
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
  const { product, listing, crumbs, related } = useLoaderData<typeof loader>();
  return (
    // The key brings a new gallery with a new product, at its first picture.
    <article className="product" style={hueStyle(product.category[0]?.hue ?? 140)} key={product._id}>
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
      <Benefits />
      {listing !== null && related.length > 0 && (
        <ProductRow heading={`More in ${listing.subCategory.name}`} path={listing.path} products={related} />
      )}
    </article>
  );
}

/** Description, unit and every extra detail as a label and a value (specification section 2). */
export function ProductDetails({ product }: { product: Product }) {
  const { description, unit, more_details } = product;
  return (
    <section className="details" aria-labelledby="details-heading">
      <h2 id="details-heading">Product details</h2>
      <dl>
        {description !== '' && <Detail label="Description" value={description} />}
        <Detail label="Unit" value={unit} />
        {Object.entries(more_details).map(([label, value]) => (
          <Detail key={label} label={label} value={value} />
        ))}
      </dl>
    </section>
  );
}

function Detail({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const benefits = [
  {
    Icon: Bike,
    title: 'Superfast delivery',
    words: 'Your order at your door in 10 minutes, from a shop around the corner.',
  },
  {
    Icon: BadgePercent,
    title: 'Best prices & offers',
    words: 'Straight from the makers, with offers on what you buy every week.',
  },
  {
    Icon: ShoppingBasket,
    title: 'Wide assortment',
    words: 'Choose from 5000+ products: fresh food, pantry, home and care.',
  },
] as const;

/** What the shop promises on every product page (specification section 1). */
function Benefits() {
  return (
    <section className="blurbs" aria-labelledby="blurbs-heading">
      <h2 id="blurbs-heading">Why shop here</h2>
      <ul>
        {benefits.map(({ Icon, title, words }) => (
          <li key={title}>
            <Icon aria-hidden="true" />
            <h3>{title}</h3>
            <p>{words}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
