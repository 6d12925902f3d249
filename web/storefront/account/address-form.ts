import type { Address } from '#contract/address.ts';
import { type PostalAddress, type PostalField, postalIssue } from '#contract/rules/postal-address.ts';
import type { FieldIssues } from './field-issues.ts';

export type AddressIssues = FieldIssues<PostalField>;

/** In the order in which the form asks for them. */
export const postalFieldNames = ['address_line', 'city', 'state', 'pincode', 'country', 'mobile'] as const;

/** What a form starts with: the address to be changed, or nearly nothing. */
export function postalAddressOf(address: Address | undefined, mobile: string): PostalAddress {
  if (address === undefined) {
    return { address_line: '', city: '', state: '', pincode: '', country: 'India', mobile };
  }
  const { address_line, city, state, pincode, country } = address;
  return { address_line, city, state, pincode, country, mobile: address.mobile };
}

/** Everything that is wrong, for when the form is sent. */
export function issuesOf(form: PostalAddress): AddressIssues {
  return judged(form, postalFieldNames);
}

/**
 * What is known to be wrong after the cursor has left a field. What is still empty is not asked for on the way; the
 * country decides on the formats of others.
 */
export function issuesOnLeaving(form: PostalAddress, left: PostalField, known: AddressIssues): AddressIssues {
  const fields = left === 'country' ? (['country', 'pincode', 'mobile'] as const) : [left];
  const filled = fields.filter((field) => form[field].trim() !== '');
  return { ...known, ...judged(form, filled) };
}

function judged(form: PostalAddress, fields: readonly PostalField[]): AddressIssues {
  const issues: AddressIssues = {};
  for (const field of fields) issues[field] = postalIssue(field, form);
  return issues;
}
