import { createContext } from 'react-router';
import type { EndpointInput, EndpointName, EndpointResponse } from '#contract/api.ts';

/** The shop, from the configuration. */
export interface Shop {
  name: string;
  tagline: string;
  /** The public URL, without a trailing slash. */
  url: string;
  contact: { email: string; facebook: string; instagram: string; linkedin: string };
}

export interface PageContext {
  /** Calls an endpoint without HTTP. Errors are thrown as a Response with their status. */
  call<Name extends EndpointName>(name: Name, input: EndpointInput<Name>): Promise<EndpointResponse<Name>>;
  shop: Shop;
}

/** Also exported by entry.server.tsx, so that server and bundle share one object. */
export const pageContext = createContext<PageContext>();
