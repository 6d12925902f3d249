import type { Language } from '#contract/base/languages.ts';
import { account } from './account.ts';
import { addresses, place } from './addresses.ts';
import { cart, lists, substitution } from './cart.ts';
import { checkout, payment } from './checkout.ts';
import { errors } from './errors.ts';
import { invoices, notifications, orders, problems } from './orders.ts';
import { picking } from './picking.ts';
import { products } from './products.ts';
import { riders } from './riders.ts';
import { shell, ui } from './shell.ts';
import { staff } from './staff.ts';

/** An area of the catalogue: each message in each language, in ICU MessageFormat. */
export type Messages = Record<string, Record<Language, string>>;

/**
 * All texts of the storefront by area. A new message is added to its area, in English and in the everyday Hindi of
 * shopping apps, and shown by `t('area.name', { value })`. Texts of the specification stay as they are in English.
 */
export const catalogue = {
  account,
  addresses,
  cart,
  checkout,
  errors,
  invoices,
  lists,
  notifications,
  orders,
  payment,
  picking,
  place,
  problems,
  products,
  riders,
  shell,
  substitution,
  staff,
  ui,
} as const satisfies Record<string, Messages>;
