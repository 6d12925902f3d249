import type { Banner, Collection, CollectionSource } from '#contract/home/home.ts';
import { parseShopPath } from '#contract/home/shop-path.ts';
import {
  bannerLabels,
  collectionLabels,
  linkLabels,
  scheduleLabels,
  sortLabels,
  sourceLabels,
} from '#web/admin/home/home-labels.ts';
import {
  choice,
  type FieldsOf,
  type Names,
  named,
  nameOf,
  ofInput,
  percent,
  type RecordFields,
  rupees,
} from '#web/admin/record-fields.ts';

const schedule = {
  startsAt: ofInput(scheduleLabels.startsAt),
  endsAt: ofInput(scheduleLabels.endsAt),
  isActive: ofInput(scheduleLabels.isActive),
};

/** The page to which a banner leads, such as 'Product: Amul Butter'. */
function describeLink(link: unknown, names: Names): string {
  const path = String(link);
  const parsed = parseShopPath(path);
  if (parsed === null) return 'a page that does not exist';
  const { page } = parsed;
  const search = new URLSearchParams(path.slice(path.indexOf('?') + 1)).get('q') ?? '';
  const target = {
    SEARCH: () => search,
    BRAND: () => (page.kind === 'BRAND' ? nameOf(names, `brand:${page.slug}`, 'brand') : ''),
    PRODUCT: () => (page.kind === 'PRODUCT' ? nameOf(names, page.id, 'product') : ''),
    COLLECTION: () => (page.kind === 'COLLECTION' ? nameOf(names, page.id, 'collection') : ''),
    LISTING: () =>
      page.kind === 'LISTING'
        ? [page.categoryId, page.subCategoryId].map((id) => nameOf(names, id, 'category')).join(', ')
        : '',
  }[page.kind]();
  const hasFilter = [...new URL(path, 'http://shop').searchParams.keys()].some((name) => name !== 'q');
  return `${linkLabels[page.kind]}: ${target}${hasFilter ? ', filtered or sorted' : ''}`;
}

export const bannerRecord: FieldsOf<Omit<Banner, '_id' | 'version'>> = {
  title: ofInput(bannerLabels.title),
  titleHindi: ofInput(bannerLabels.titleHindi),
  image: ofInput(bannerLabels.image, { look: 'image' }),
  phoneImage: ofInput(bannerLabels.phoneImage, { look: 'image' }),
  link: ofInput(bannerLabels.link, { toText: describeLink }),
  ...schedule,
};

type AllKeys<Union> = Union extends unknown ? keyof Union : never;
const sourceFields: FieldsOf<Record<AllKeys<CollectionSource>, unknown>> = {
  kind: ofInput(collectionLabels.source, choice(sourceLabels)),
  productIds: { label: 'Chosen products', ...named('product') },
  sort: ofInput(collectionLabels.sort, choice(sortLabels)),
  categoryIds: ofInput(collectionLabels.categoryIds, named('category')),
  brand: ofInput(collectionLabels.brand),
  minDiscount: ofInput(collectionLabels.minDiscount, percent),
  maxPriceAmt: ofInput(collectionLabels.maxPriceAmt, rupees),
};

export const collectionRecord: FieldsOf<Omit<Collection, '_id' | 'version'>> = {
  title: ofInput(collectionLabels.title),
  titleHindi: ofInput(collectionLabels.titleHindi),
  source: { label: '', fields: sourceFields },
  productCount: ofInput(collectionLabels.productCount),
  ...schedule,
};

/** Of the home page. A row is recorded as its kind and id, such as `CATEGORY:…`. */
export const homeRecord = {
  banners: { label: 'Banners' },
  rows: {
    label: 'Rows',
    toText: (value, names) => {
      const [kind = '', id = ''] = String(value).split(':');
      return nameOf(names, id, kind === 'COLLECTION' ? 'collection' : 'category');
    },
  },
} satisfies RecordFields;
