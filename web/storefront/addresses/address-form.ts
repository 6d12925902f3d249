import type { Address } from '#contract/address.ts';
import { type PostalAddress, type PostalField, validatePostalField } from '#contract/rules/postal-address.ts';
import type { FieldIssues } from '#web/storefront/form-errors.ts';

export type AddressIssues = FieldIssues<PostalField>;

/** In the order in which the form asks for them. */
export const postalFieldNames = ['address_line', 'city', 'state', 'pincode', 'country', 'mobile'] as const;

/** What a form starts with: the address to be changed, or nearly nothing. */
export function toPostalAddress(address: Address | undefined, mobile: string): PostalAddress {
  if (address === undefined) {
    return { address_line: '', city: '', state: '', pincode: '', country: 'India', mobile };
  }
  const { address_line, city, state, pincode, country } = address;
  return { address_line, city, state, pincode, country, mobile: address.mobile };
}

/** Everything that is wrong, for when the form is sent. */
export function validateAddress(form: PostalAddress): AddressIssues {
  return validateFields(form, postalFieldNames);
}

/**
 * What is known to be wrong after the cursor has left a field. What is still empty is not asked for on the way; the
 * country decides on the formats of others.
 */
export function validateOnBlur(form: PostalAddress, left: PostalField, known: AddressIssues): AddressIssues {
  const fields = left === 'country' ? (['country', 'pincode', 'mobile'] as const) : [left];
  const filled = fields.filter((field) => form[field].trim() !== '');
  return { ...known, ...validateFields(form, filled) };
}

function validateFields(form: PostalAddress, fields: readonly PostalField[]): AddressIssues {
  const issues: AddressIssues = {};
  for (const field of fields) issues[field] = validatePostalField(field, form);
  return issues;
}

/** The states and union territories of India, as a form proposes them. */
export const indianStates = [
  'Andaman and Nicobar Islands',
  'Andhra Pradesh',
  'Arunachal Pradesh',
  'Assam',
  'Bihar',
  'Chandigarh',
  'Chhattisgarh',
  'Dadra and Nagar Haveli and Daman and Diu',
  'Delhi',
  'Goa',
  'Gujarat',
  'Haryana',
  'Himachal Pradesh',
  'Jammu and Kashmir',
  'Jharkhand',
  'Karnataka',
  'Kerala',
  'Ladakh',
  'Lakshadweep',
  'Madhya Pradesh',
  'Maharashtra',
  'Manipur',
  'Meghalaya',
  'Mizoram',
  'Nagaland',
  'Odisha',
  'Puducherry',
  'Punjab',
  'Rajasthan',
  'Sikkim',
  'Tamil Nadu',
  'Telangana',
  'Tripura',
  'Uttar Pradesh',
  'Uttarakhand',
  'West Bengal',
];

// ISO 3166, without India, which comes first, and without places where nobody has an address.
const regions = `AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY
BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IO IQ IR IS IT JE JM JO JP KE KG KH
KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA
VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW`;

/** The countries of the world by their English names, India first. */
export function listCountries(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const others = regions.split(/\s/).map((region) => names.of(region) ?? region);
  return ['India', ...others.sort((one, other) => one.localeCompare(other))];
}
