import type { Pool } from '#server/database/connect.ts';
import { newId } from '#server/database/id.ts';

/** A product as a test writes it down; it belongs to one category and one sub-category. */
export interface ShelvedProduct {
  category: string;
  subCategory: string;
  name: string;
  unit?: string;
  brand?: string;
  description?: string;
  stock?: number;
  pricePaise?: number;
  discountBasisPoints?: number;
  createdAt?: Date;
}

/** What was put on the shelves: ids by name. */
export interface Shelves {
  categories: ReadonlyMap<string, string>;
  subCategories: ReadonlyMap<string, string>;
  products: ReadonlyMap<string, string>;
}

/** Writes products with their categories and sub-categories, in a few statements however many they are. */
export async function fillShelves(sql: Pool, products: readonly ShelvedProduct[]): Promise<Shelves> {
  const categories = idsFor(products.map(({ category }) => category));
  const subCategories = idsFor(products.map(({ subCategory }) => subCategory));
  const ids = idsFor(products.map(({ name }) => name));
  const idOf = (names: ReadonlyMap<string, string>, name: string) => names.get(name) ?? '';
  await sql.begin(async (transaction) => {
    await transaction`insert into category ${transaction(rowsOf(categories))}`;
    await transaction`insert into sub_category ${transaction(rowsOf(subCategories))}`;
    const memberships = new Map(
      products.map(({ subCategory, category }) => [
        `${subCategory} in ${category}`,
        { subCategory, category },
      ]),
    );
    await transaction`insert into sub_category_category ${transaction(
      [...memberships.values()].map(({ subCategory, category }) => ({
        sub_category_id: idOf(subCategories, subCategory),
        category_id: idOf(categories, category),
      })),
    )}`;
    for (const some of inHundreds(products)) {
      await transaction`insert into product ${transaction(some.map((product) => rowOf(product, idOf(ids, product.name))))}`;
      await transaction`insert into product_category ${transaction(
        some.map(({ name, category }) => ({
          product_id: idOf(ids, name),
          category_id: idOf(categories, category),
        })),
      )}`;
      await transaction`insert into product_sub_category ${transaction(
        some.map(({ name, subCategory }) => ({
          product_id: idOf(ids, name),
          sub_category_id: idOf(subCategories, subCategory),
        })),
      )}`;
    }
  });
  return { categories, subCategories, products: ids };
}

/** Reads products from lines such as `Dairy > Milk: Toned Milk 500 ml; Cow Milk 1 L`. */
export function productsFrom(lines: string): ShelvedProduct[] {
  return lines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [shelf = '', names = ''] = line.split(': ');
      const [category = '', subCategory = ''] = shelf.split(' > ').map((part) => part.trim());
      return names.split('; ').map((name) => ({ category, subCategory, name: name.trim() }));
    });
}

function rowOf(product: ShelvedProduct, id: string) {
  const { name, unit = '1 pc', brand, description = '', stock = 20, createdAt = new Date() } = product;
  return {
    id,
    name,
    images: [`/images/${id}/640.webp`],
    unit,
    stock,
    price_paise: product.pricePaise ?? 10_000,
    discount_basis_points: product.discountBasisPoints ?? 0,
    description,
    more_details: brand === undefined ? {} : { Brand: brand },
    created_at: createdAt,
  };
}

function idsFor(names: readonly string[]): Map<string, string> {
  return new Map([...new Set(names)].map((name) => [name, newId()]));
}

function rowsOf(ids: ReadonlyMap<string, string>) {
  return [...ids].map(([name, id]) => ({ id, name, image: `/images/${id}/640.webp` }));
}

function inHundreds<Item>(items: readonly Item[]): Item[][] {
  const pages = Math.ceil(items.length / 100);
  return Array.from({ length: pages }, (_, page) => items.slice(page * 100, page * 100 + 100));
}
