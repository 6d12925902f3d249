import { createContext } from 'react-router';
import type { EndpointInput, EndpointResponse } from '#contract/api.ts';
import type { EndpointName } from '#contract/endpoints.ts';

/** What the pages know of the shop itself; it comes from the configuration. */
export interface Shop {
  name: string;
  tagline: string;
  /** The public address, without a slash at its end. */
  url: string;
  contact: { email: string; facebook: string; instagram: string; linkedin: string };
}

/** What a loader works with: the calls that read the catalogue, and the shop. */
export interface PageContext {
  /** Makes a call without HTTP. A broken rule is thrown as a response with its status. */
  call<Name extends EndpointName>(name: Name, input: EndpointInput<Name>): Promise<EndpointResponse<Name>>;
  shop: Shop;
}

/** The key of the context. The server's entry exports it too, so that host and bundle share one object. */
export const pageContext = createContext<PageContext>();
