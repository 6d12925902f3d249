import type { z } from 'zod';
import * as accounting from './accounting.ts';
import * as account from './accounts/account.ts';
import * as address from './accounts/address.ts';
import * as ownData from './accounts/own-data.ts';
import * as secondFactor from './accounts/second-factor.ts';
import * as securityLog from './accounts/security-log.ts';
import * as cart from './cart.ts';
import * as category from './category.ts';
import * as customer from './customer.ts';
import * as daySheet from './day-sheet.ts';
import * as deliveryRequest from './delivery-request.ts';
import type { Endpoint } from './endpoint.ts';
import * as home from './home.ts';
import * as lists from './lists.ts';
import * as offer from './offer.ts';
import * as order from './order.ts';
import * as orderBoard from './order-board.ts';
import * as payment from './payment.ts';
import * as problem from './problem.ts';
import * as product from './product.ts';
import * as productImport from './product-import.ts';
import * as push from './push.ts';
import * as report from './report.ts';
import * as stock from './stock.ts';
import * as store from './store.ts';
import * as settings from './store-settings.ts';

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
  Products: pickEndpoints(product),
  Stock: pickEndpoints(stock),
  Imports: pickEndpoints(productImport),
  Cart: pickEndpoints(cart),
  Lists: pickEndpoints(lists),
  Orders: { ...pickEndpoints(order), ...pickEndpoints(orderBoard) },
  Coupons: pickEndpoints(offer),
  Home: pickEndpoints(home),
  Problems: pickEndpoints(problem),
  Payments: pickEndpoints(payment),
  DaySheets: pickEndpoints(daySheet),
  Accounting: pickEndpoints(accounting),
  Reports: pickEndpoints(report),
  Push: pickEndpoints(push),
  Store: pickEndpoints(store),
  StoreSettings: pickEndpoints(settings),
  DeliveryRequests: pickEndpoints(deliveryRequest),
  Customers: pickEndpoints(customer),
  SecurityLog: pickEndpoints(securityLog),
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
  ...endpointsByDomain.Home,
  ...endpointsByDomain.Problems,
  ...endpointsByDomain.Payments,
  ...endpointsByDomain.DaySheets,
  ...endpointsByDomain.Accounting,
  ...endpointsByDomain.Reports,
  ...endpointsByDomain.Push,
  ...endpointsByDomain.Store,
  ...endpointsByDomain.StoreSettings,
  ...endpointsByDomain.DeliveryRequests,
  ...endpointsByDomain.Customers,
  ...endpointsByDomain.SecurityLog,
};

type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
/** The request as a client sends it: fields with a default may be left out. */
export type EndpointInput<Name extends EndpointName> = z.input<Endpoints[Name]['input']>;
/** The input as a service receives it, after validation. */
export type ParsedInput<Name extends EndpointName> = z.output<Endpoints[Name]['input']>;
/** The response as a client receives it, without the envelope's `success` and `error`. */
export type EndpointResponse<Name extends EndpointName> = z.output<Endpoints[Name]['output']>;
