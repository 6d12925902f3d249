import { findCountryCode } from '#contract/addresses/countries.ts';
import { findPincodePlace } from '#contract/addresses/pincode-places.ts';
import { findBorderCityCode, findStateCode } from '#contract/addresses/state-names.ts';
import { gstStates } from '#contract/base/gstin.ts';

/** The code of a place abroad in GST. */
export const abroadStateCode = '96';

/**
 * The code of the state that goods are delivered to, by its name in the address, otherwise by its PIN code, otherwise
 * that of the store: a shopper types the state, also in another script. Of the states of a PIN code at a border it is
 * that of the city, otherwise the store's own. A country that is no country, in an address from before it was chosen
 * from a list, is India if state or PIN code are of India.
 */
export function toSupplyStateCode(
  { state, city, pincode, country }: { state: string; city: string; pincode: string; country: string },
  storeStateCode: string,
): string {
  const named = findStateCode(state);
  const place = findPincodePlace(pincode);
  const isAbroad = (findCountryCode(country) ?? (named === undefined && place === null ? '' : 'IN')) !== 'IN';
  if (isAbroad) return abroadStateCode;
  if (named !== undefined) return named;
  const candidates = (place?.states ?? []).map(findStateCode).filter((code) => code !== undefined);
  const byCity = [city, place?.city ?? ''].map(findBorderCityCode);
  const code = [...byCity, storeStateCode].find((code) => code !== undefined && candidates.includes(code));
  return code ?? candidates[0] ?? storeStateCode;
}

/** Such as `Maharashtra (27)`; empty without a code. */
export function toStateLabel(stateCode: string): string {
  if (stateCode === '') return '';
  const name = stateCode === abroadStateCode ? 'Other country' : gstStates[stateCode];
  return name === undefined ? stateCode : `${name} (${stateCode})`;
}

// Without a legislature of their own: Chandigarh, Dadra and Nagar Haveli and Daman and Diu, Lakshadweep, Andaman and
// Nicobar Islands, Ladakh.
const unionTerritories = new Set(['04', '26', '31', '35', '38']);

/** The name of the tax beside CGST. */
export function stateTaxName(stateCode: string): 'SGST' | 'UTGST' {
  return unionTerritories.has(stateCode) ? 'UTGST' : 'SGST';
}
