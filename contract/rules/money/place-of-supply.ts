import { findPincodePlace, toComparableState } from '../delivery/pincode-places.ts';
import { isIndia } from '../products/country.ts';
import { gstStates } from './gstin.ts';

/** The code of a place abroad in GST. */
const abroadCode = '96';

const codesByState = new Map(
  Object.entries(gstStates).map(([code, state]) => [toComparableState(state), code]),
);

/**
 * The code of the state that goods are delivered to, by its name in the address, otherwise by its PIN code, otherwise that of the store:
 * a shopper types the state, also in another script.
 */
export function toSupplyStateCode(
  { state, pincode, country }: { state: string; pincode: string; country: string },
  storeStateCode: string,
): string {
  if (!isIndia(country)) return abroadCode;
  const [usualState = ''] = findPincodePlace(pincode)?.states ?? [];
  return (
    codesByState.get(toComparableState(state)) ??
    codesByState.get(toComparableState(usualState)) ??
    storeStateCode
  );
}

/** Such as `Maharashtra (27)`; empty without a code. */
export function toStateLabel(stateCode: string): string {
  if (stateCode === '') return '';
  const name = stateCode === abroadCode ? 'Other country' : gstStates[stateCode];
  return name === undefined ? stateCode : `${name} (${stateCode})`;
}

// Without a legislature of their own: Chandigarh, Dadra and Nagar Haveli and Daman and Diu, Lakshadweep, Andaman and Nicobar Islands, Ladakh.
const unionTerritories = new Set(['04', '26', '31', '35', '38']);

/** The name of the tax beside CGST. */
export function stateTaxName(stateCode: string): 'SGST' | 'UTGST' {
  return unionTerritories.has(stateCode) ? 'UTGST' : 'SGST';
}
