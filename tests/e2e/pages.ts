import sql from 'sql-template-tag';
import { brandPath, listingPath, productPath } from '#contract/base/slug.ts';
import type { Shop } from './shop.ts';

export const publicPages = ['home', 'listing', 'brand', 'search', 'product'] as const;

/** Addresses of the pages of the catalogue, with a product that is in stock. */
export async function publicPaths({ db }: Shop): Promise<Record<(typeof publicPages)[number], string>> {
  const [row] = await db.query<Record<'p' | 'pn' | 'c' | 'cn' | 's' | 'sn' | 'brand', string>>(sql`
    select p.id as p, p.name as pn, p.brand, c.id as c, c.name as cn, s.id as s, s.name as sn
    from product p join product_stock on product_stock.product_id = p.id
    join product_category pc on pc.product_id = p.id join category c on c.id = pc.category_id
    join product_sub_category ps on ps.product_id = p.id join sub_category s on s.id = ps.sub_category_id
    join sub_category_category sc on sc.sub_category_id = s.id and sc.category_id = c.id
    where stock > 0 and p.brand <> '' order by p.id limit 1`);
  if (row === undefined) throw new Error('The demo catalogue is empty.');
  return {
    home: '/',
    search: '/search?q=milk',
    brand: brandPath(row.brand),
    listing: listingPath({ _id: row.c, name: row.cn }, { _id: row.s, name: row.sn }),
    product: productPath({ _id: row.p, name: row.pn }),
  };
}

/** The pages for visitors without a session. Some of them lead those who have one elsewhere. */
export const guestPages = [
  '/login',
  '/register',
  '/forgot-password',
  '/verify-email',
  '/invitation',
  '/staff/login',
];

/** The other pages of the shop that need no id. */
export const otherPages = [
  '/cart',
  '/wishlist',
  '/offline',
  '/checkout',
  '/success',
  '/cancel',
  '/user',
  '/search',
  '/dashboard/myorders',
  '/dashboard/address',
  '/dashboard/lists',
  '/dashboard/profile',
];
