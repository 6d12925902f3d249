import { createContext, data, useRouteLoaderData } from 'react-router';
import type { EndpointInput, EndpointName, EndpointResponse } from '#contract/api.ts';

/** The store, from its settings. */
export type Shop = EndpointResponse<'getStoreProfile'>['data'] & {
  /** The public URL, without a trailing slash. */
  url: string;
};

/**
 * Calls an endpoint without HTTP. Errors are thrown as a Response with their status. Returns the response, or what
 * `select` returns for it: a stored page is rendered again when a change affects that, not the rest of the response.
 */
interface Call {
  <Name extends EndpointName>(name: Name, input: EndpointInput<Name>): Promise<EndpointResponse<Name>>;
  <Name extends EndpointName, Selected>(
    name: Name,
    input: EndpointInput<Name>,
    options: { select: (response: EndpointResponse<Name>) => Selected },
  ): Promise<Selected>;
}

export interface PageContext {
  call: Call;
  shop: Shop;
  /** A page with status 404 needs no body. */
  skipsMissing: boolean;
  /** Marks the inline scripts of this rendering, which are the ones that may run. */
  scriptNonce: string;
}

/** Data of the root route. */
export interface RootData {
  shop: Shop;
}

/** The store, as the root route has loaded it; undefined if it failed to. */
export function useShop(): Shop | undefined {
  return useRouteLoaderData<RootData>('root')?.shop;
}

/** Also exported by entry.server.tsx, so that server and bundle share one object. */
export const pageContext = createContext<PageContext>();

/** Thrown by a loader for an address without a page. The default text of the router would be that of status 500. */
export const notFound = () => data(null, { status: 404, statusText: 'Not Found' });

/** Returned by a loader for an address that had a page. Search engines drop it sooner than one with 404. */
export const gone = <Content>(content: Content) => data(content, { status: 410, statusText: 'Gone' });
