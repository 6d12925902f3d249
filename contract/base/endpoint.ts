import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { AnyPermission } from './permissions.ts';

/** Who may send a request. The roles of the staff are read from the database at every request. */
export type Access =
  | { audience: 'anyone' | 'user'; permissions?: never }
  | {
      audience: 'staff';
      /** The caller needs one of these; where there are several, the service requires the one that the input needs. */
      permissions: AnyPermission;
    };

/** One operation of the JSON API: everything that client, server and documentation need to know about it. */
export type Endpoint = Operation & Access;

interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/api/${string}`;
  summary: string;
  /**
   * The caller has to have entered the password or used a passkey recently (`stepUpMinutes`). `sometimes`: the route
   * decides by the input, or the service by what is stored.
   */
  needsStepUp?: true | 'sometimes';
  /** Codes of errors besides those that any endpoint of its audience may return (`server/app/openapi.ts`). */
  errors?: readonly ErrorCode[];
  /** The query of a GET request, otherwise the JSON body or the form. */
  input: z.ZodType;
  /** The request is multipart/form-data: this field holds one file, whose bytes become that field of the input. */
  upload?: string;
  /** Most bytes of that file; 5 MB if not given. */
  uploadBytes?: number;
  /** Most bytes of a JSON body; 100 kB if not given. */
  bodyBytes?: number;
  /** The response without the envelope's `success` and `error`: `message`, `data` and any paging fields. */
  output: z.ZodType<{ message: string; data: unknown }>;
  /**
   * Works although the caller has to replace a generated password first; all other calls answer
   * PASSWORD_CHANGE_REQUIRED.
   */
  allowedWithTemporaryPassword?: true;
  /** Of audience `user`: works in a session by PIN, which otherwise is for endpoints of the staff only. */
  allowedWithPin?: true;
  /** The response is the same for everybody and changes only with the catalogue, so it may be cached. */
  isCatalogueRead?: true;
}

/** Returns the endpoint with the exact types of its method, audience and schemas. */
export function defineEndpoint<const Definition extends Endpoint>(definition: Definition): Definition {
  return definition;
}

/** The paging fields of a list of `totalCount` items; `totalNoPage` repeats `totalPage` for the admin list. */
export function toPaging(totalCount: number, page: number, limit: number) {
  const totalPage = Math.ceil(totalCount / limit);
  return { page, limit, totalCount, totalPage, totalNoPage: totalPage };
}
