/**
 * Adds the endpoints of the staff to those that each page knows. `vite.config.ts` replaces this module; elsewhere
 * `contract/api.ts` has all of them.
 */
export {};
