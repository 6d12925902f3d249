import type { Address } from '#contract/addresses/address.ts';
import type { DeliveryDetails, PostalAddress } from '#contract/addresses/postal-address.ts';
import { languageTag, t } from '#web/texts/t.ts';

export type AddressValues = PostalAddress & DeliveryDetails;

/** The initial values of the form, in the order of its fields. */
export function toAddressValues(address: Address | undefined, mobile: string): AddressValues {
  if (address === undefined) {
    return {
      address_line: '',
      landmark: '',
      pincode: '',
      city: '',
      state: '',
      country: 'India',
      mobile,
      recipient_name: '',
      delivery_note: '',
      label: '',
      location: null,
      business_name: '',
      gstin: '',
    };
  }
  const { address_line, landmark, pincode, city, state, country } = address;
  const { recipient_name, delivery_note, label, location } = address;
  // An address that an earlier version saved in this browser is without.
  const { business_name = '', gstin = '' } = address;
  return {
    address_line,
    landmark,
    pincode,
    city,
    state,
    country,
    mobile: address.mobile,
    recipient_name,
    delivery_note,
    label,
    location,
    business_name,
    gstin,
  };
}

/** The states and union territories of India. */
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

// ISO 3166 codes without India, which comes first, and without uninhabited territories.
const regions = `AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY
BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IO IQ IR IS IT JE JM JO JP KE KG KH
KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA
VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW`;

/** A value of an address, which is English, and its name in the language of the page. */
export interface PlaceName {
  value: string;
  label: string;
}

/** The countries of the world, India first. */
export function listCountries(): PlaceName[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const labels = new Intl.DisplayNames(languageTag, { type: 'region' });
  const toName = (region: string): PlaceName => {
    const value = names.of(region) ?? region;
    return { value, label: labels.of(region) ?? value };
  };
  const others = regions.split(/\s/).map(toName);
  return [toName('IN'), ...others.sort((one, other) => one.value.localeCompare(other.value))];
}

export function listStates(): PlaceName[] {
  const labels = t('addresses.stateNames').split(',');
  return indianStates.map((value, index) => ({ value, label: labels[index] ?? value }));
}

/** The name of a state in the language of the page, for sentences. */
export function stateLabel(state: string): string {
  return listStates().find(({ value }) => value === state)?.label ?? state;
}
