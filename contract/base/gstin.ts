/** States and union territories by their code in GST, the first two digits of a GSTIN. */
export const gstStates: Readonly<Record<string, string>> = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
  '97': 'Other territory',
};

export const gstinPattern = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The last character of a GSTIN, computed from its first 14: digits of base 36, every second one doubled, summed by
 * their digits.
 */
export function gstinCheckCharacter(first14: string): string {
  let sum = 0;
  for (const [index, character] of [...first14].entries()) {
    const product = digits.indexOf(character) * (index % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return digits.charAt((36 - (sum % 36)) % 36);
}

/** Whether a text is a GSTIN with the code of a state and the right check character. */
export function isGstin(text: string): boolean {
  return (
    gstinPattern.test(text) &&
    text.slice(0, 2) in gstStates &&
    gstinCheckCharacter(text.slice(0, 14)) === text.at(-1)
  );
}

export const toGstStateCode = (gstin: string): string => gstin.slice(0, 2);

/** The lines of a footer or invoice that name what is set. */
export function toLegalLines({
  gstin,
  stateCode,
  fssai,
}: {
  gstin: string;
  stateCode: string;
  fssai: string;
}): string[] {
  const state = gstStates[stateCode];
  const lines = [
    gstin !== '' && `GSTIN ${gstin}`,
    state !== undefined && `State: ${state} (${stateCode})`,
    fssai !== '' && `FSSAI ${fssai}`,
  ];
  return lines.filter((line) => line !== false);
}
