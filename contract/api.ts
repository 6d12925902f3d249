import type { z } from 'zod';
import * as address from './addresses/address.ts';
import type { Endpoint } from './base/endpoint.ts';
import * as cart from './cart/cart.ts';
import * as substitution from './cart/substitution.ts';
import * as customer from './customers/customer.ts';
import * as ownData from './customers/own-data.ts';
import * as deliveryRequest from './delivery/delivery-request.ts';
import * as offer from './discounts/offer.ts';
import * as home from './home/home.ts';
import * as account from './identity/account.ts';
import * as secondFactor from './identity/second-factor.ts';
import * as upload from './images/upload.ts';
import * as stock from './inventory/stock-changes.ts';
import * as lists from './lists/lists.ts';
import * as push from './notifications/push.ts';
import * as order from './orders/order.ts';
import * as orderBoard from './orders/staff-order.ts';
import * as daySheet from './payments/day-sheet.ts';
import * as payment from './payments/payment.ts';
import * as receiptRegister from './payments/receipt-register.ts';
import * as picking from './picking/picking.ts';
import * as problem from './problems/problem.ts';
import * as productImport from './product-import/product-import.ts';
import * as category from './products/category.ts';
import * as demoCatalogue from './products/demo-catalogue.ts';
import * as products from './products/product.ts';
import * as dashboard from './reports/dashboard.ts';
import * as report from './reports/report.ts';
import * as delivery from './riders/delivery.ts';
import * as riderCash from './riders/rider-cash.ts';
import * as securityLog from './sessions/security-log.ts';
import * as shift from './staff/shift.ts';
import * as staff from './staff/staff.ts';
import * as opening from './store/store-opening.ts';
import * as pages from './store/store-pages.ts';
import * as settings from './store/store-settings.ts';
import * as accounting from './tax/accounting-month.ts';

type EndpointsOf<Module> = {
  [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: Module[Name];
};

function pickEndpoints<Module extends object>(module: Module): EndpointsOf<Module>;
function pickEndpoints(module: object): object {
  return Object.fromEntries(Object.entries(module).filter(([, value]) => 'audience' in Object(value)));
}

/** Endpoints by domain; the domain is the tag in the OpenAPI document. */
export const endpointsByDomain = {
  Accounts: pickEndpoints(account),
  SecondFactor: pickEndpoints(secondFactor),
  OwnData: pickEndpoints(ownData),
  Addresses: pickEndpoints(address),
  Categories: pickEndpoints(category),
  Products: pickEndpoints({ ...products, ...upload, ...demoCatalogue }),
  Stock: pickEndpoints(stock),
  Imports: pickEndpoints(productImport),
  Cart: pickEndpoints({ ...cart, ...substitution }),
  Lists: pickEndpoints(lists),
  Orders: { ...pickEndpoints(order), ...pickEndpoints(orderBoard) },
  Coupons: pickEndpoints(offer),
  Picking: pickEndpoints(picking),
  Riders: pickEndpoints({ ...delivery, ...riderCash }),
  Home: pickEndpoints(home),
  Problems: pickEndpoints(problem),
  Payments: pickEndpoints(payment),
  DaySheets: pickEndpoints({ ...daySheet, ...receiptRegister }),
  Accounting: pickEndpoints(accounting),
  Reports: pickEndpoints(report),
  Push: pickEndpoints(push),
  Store: pickEndpoints(dashboard),
  StoreSettings: pickEndpoints(settings),
  StorePages: pickEndpoints(pages),
  StoreOpening: pickEndpoints(opening),
  DeliveryRequests: pickEndpoints(deliveryRequest),
  Customers: pickEndpoints(customer),
  SecurityLog: pickEndpoints(securityLog),
  Staff: pickEndpoints({ ...staff, ...shift }),
};

/**
 * Every endpoint by the name under which its module exports it. The web build replaces this module by methods and paths
 * alone (`vite.config.ts`), so the browser does not load the schemas to send a request.
 */
export const endpoints = {
  ...endpointsByDomain.Accounts,
  ...endpointsByDomain.SecondFactor,
  ...endpointsByDomain.OwnData,
  ...endpointsByDomain.Addresses,
  ...endpointsByDomain.Categories,
  ...endpointsByDomain.Products,
  ...endpointsByDomain.Stock,
  ...endpointsByDomain.Imports,
  ...endpointsByDomain.Cart,
  ...endpointsByDomain.Lists,
  ...endpointsByDomain.Orders,
  ...endpointsByDomain.Coupons,
  ...endpointsByDomain.Picking,
  ...endpointsByDomain.Riders,
  ...endpointsByDomain.Home,
  ...endpointsByDomain.Problems,
  ...endpointsByDomain.Payments,
  ...endpointsByDomain.DaySheets,
  ...endpointsByDomain.Accounting,
  ...endpointsByDomain.Reports,
  ...endpointsByDomain.Push,
  ...endpointsByDomain.Store,
  ...endpointsByDomain.StoreSettings,
  ...endpointsByDomain.StorePages,
  ...endpointsByDomain.StoreOpening,
  ...endpointsByDomain.DeliveryRequests,
  ...endpointsByDomain.Customers,
  ...endpointsByDomain.SecurityLog,
  ...endpointsByDomain.Staff,
};

type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
/** The request as a client sends it: fields with a default may be left out. */
export type EndpointInput<Name extends EndpointName> = z.input<Endpoints[Name]['input']>;
/** The input as a service receives it, after validation. */
export type ParsedInput<Name extends EndpointName> = z.output<Endpoints[Name]['input']>;
/** The response as a client receives it, without the envelope's `success` and `error`. */
export type EndpointResponse<Name extends EndpointName> = z.output<Endpoints[Name]['output']>;
