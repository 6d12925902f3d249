import type { Language } from '#contract/base/languages.ts';
import { account } from './account.ts';
import { addresses } from './addresses.ts';
import { cart } from './cart.ts';
import { checkout } from './checkout.ts';
import { errors } from './errors.ts';
import { invoices } from './invoices.ts';
import { lists } from './lists.ts';
import { notifications } from './notifications.ts';
import { orders } from './orders.ts';
import { payment } from './payment.ts';
import { place } from './place.ts';
import { problems } from './problems.ts';
import { products } from './products.ts';
import { shell } from './shell.ts';
import { ui } from './ui.ts';

/** An area of the catalogue: each message in each language, in ICU MessageFormat. */
export type Messages = Record<string, Record<Language, string>>;

/**
 * All texts of the storefront by area. A new message is added to the file of its area, in English and in the everyday
 * Hindi of shopping apps, and shown by `t('area.name', { value })`. Texts of the specification stay as they are in
 * English.
 */
export const catalogue = {
  account,
  addresses,
  cart,
  checkout,
  errors,
  lists,
  notifications,
  orders,
  payment,
  place,
  invoices,
  problems,
  products,
  shell,
  ui,
} as const satisfies Record<string, Messages>;
