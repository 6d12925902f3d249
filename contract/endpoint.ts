import { z } from 'zod';
import type { EndpointName } from './endpoints.ts';

/** Who may make a call. The role behind `admin` is read from the database at every call. */
export type Audience = 'anyone' | 'user' | 'admin';

/** What everybody has to know about a call. Its method and path stand in `paths.ts` under the same name. */
export interface Endpoint<
  Name extends EndpointName = EndpointName,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  name: Name;
  summary: string;
  audience: Audience;
  input: Input;
  /** The call is sent as multipart/form-data, and this field of it holds one file: its bytes are that field of the input. */
  upload?: string;
  /** As many bytes as that file may have, where it is not a picture. */
  uploadBytes?: number;
  /** As many bytes as the JSON of its input may have, where that is more than 100 kB. */
  bodyBytes?: number;
  /** The answer without the envelope's `success` and `error`: `message`, `data` and any paging fields. */
  output: Output;
  /** The answer is the same for everybody and changes only with the catalogue, so it may be kept. */
  isCatalogueRead?: true;
}

/** Describes a call; the result carries the exact types of its input and its answer. */
export function defineEndpoint<
  const Name extends EndpointName,
  Input extends z.ZodType,
  Output extends z.ZodType,
>(description: Endpoint<Name, Input, Output>): Endpoint<Name, Input, Output> {
  return description;
}

/** The answer of a call that gives one value. */
export function response<Data extends z.ZodType>(data: Data) {
  return z.object({ message: z.string(), data });
}

/** The answer of a call that gives one page of a list; `totalNoPage` repeats `totalPage` for the admin list. */
export function pagedResponse<Item extends z.ZodType>(item: Item) {
  return z.object({
    message: z.string(),
    data: z.array(item),
    page: z.number().int(),
    limit: z.number().int(),
    totalCount: z.number().int(),
    totalPage: z.number().int(),
    totalNoPage: z.number().int(),
  });
}

/** The paging fields for a list of `totalCount` things. */
export function toPaging(totalCount: number, page: number, limit: number) {
  const totalPage = Math.ceil(totalCount / limit);
  return { page, limit, totalCount, totalPage, totalNoPage: totalPage };
}
