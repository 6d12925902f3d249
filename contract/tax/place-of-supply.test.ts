import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gstStates } from '#contract/base/gstin.ts';
import { stateTaxName, toStateLabel, toSupplyStateCode } from './place-of-supply.ts';

const address = { state: 'Maharashtra', city: 'Pune', pincode: '411001', country: 'India' };

test.each([
  ['the state', {}, '27'],
  ['another spelling', { state: ' jammu & kashmir ', pincode: '' }, '01'],
  ['a former name', { state: 'Orissa', pincode: '' }, '21'],
  ['the state rather than the PIN code', { state: 'Goa' }, '30'],
  ['the PIN code for a state in another script', { state: 'ಕರ್ನಾಟಕ', pincode: '560001' }, '29'],
  ['the PIN code for an unknown state', { state: 'Here', pincode: '600001' }, '33'],
  ['the state of the store without either', { state: 'Here', pincode: 'x' }, '27'],
  ['abroad', { country: 'Nepal' }, '96'],
  ['in India for a misspelt country with a state', { country: 'Inida', pincode: '' }, '27'],
  [
    'in India for a misspelt country with a PIN code',
    { country: 'Inida', state: 'Here', pincode: '600001' },
    '33',
  ],
  ['abroad for a country that is none, with neither', { country: 'X', state: 'Here', pincode: '' }, '96'],
] as const)('the place of supply is %s', (_what, given, expected) => {
  expect(toSupplyStateCode({ ...address, ...given }, '27')).toBe(expected);
});

// With a PIN code whose range names another state first, or none.
test.each([
  ['Daman', '396210', '26'],
  ['Daman & Diu', '396210', '26'],
  ['Daman and Diu', '362520', '26'],
  ['Diu', '362520', '26'],
  ['Dadra & Nagar Haveli', '396230', '26'],
  ['DADRA AND NAGAR HAVELI', '396230', '26'],
  ['Dadra and Nagar Haveli and Daman and Diu', '', '26'],
  ['Silvassa', '396230', '26'],
  ['Yanam', '533464', '34'],
  ['Mahe', '673310', '34'],
  ['Karaikal', '609602', '34'],
  ['Pondicherry', '605110', '34'],
  ['Orissa', '', '21'],
  ['Uttaranchal', '246701', '05'],
  ['Andaman & Nicobar', '', '35'],
  ['पंजाब', '160055', '03'],
  ['पन्जाब', '160055', '03'],
  [' पंजाब ', '160055', '03'],
  ['चण्डीगढ़', '160055', '04'],
  ['जम्मू एवं कश्मीर', '', '01'],
  ['उत्तराखण्ड', '246701', '05'],
  ['उत्तरांचल', '246701', '05'],
  ['उड़ीसा', '', '21'],
  ['दमन और दीव', '396210', '26'],
  ['दादरा व नगर हवेली', '396230', '26'],
  ['यनम', '533464', '34'],
  ['पांडिचेरी', '605110', '34'],
  ['नई दिल्ली', '', '07'],
  ['तमिल नाडु', '', '33'],
  ['मिजोरम', '', '15'],
])('the place of supply of the state %j with the PIN code %j is %s', (state, pincode, code) => {
  expect(toSupplyStateCode({ ...address, city: '', state, pincode }, '27')).toBe(code);
});

test.each([
  // The city decides, whatever the state of the store.
  ['Mohali', '160062', '27', '03'],
  ['SAS Nagar', '160059', '04', '03'],
  ['मोहाली', '160059', '04', '03'],
  ['Chandigarh', '160047', '03', '04'],
  ['Daman', '396210', '24', '26'],
  ['Yanam', '533464', '37', '34'],
  ['Mahe', '673310', '32', '34'],
  ['Roorkee', '247667', '09', '05'],
  ['Srinagar', '246174', '09', '05'],
  ['Deoghar', '814112', '10', '20'],
  ['Bhadrachalam', '507111', '37', '36'],
  // The city of the PIN code, for an unknown text.
  ['Sector 70', '160071', '04', '03'],
  ['Sector 17', '160017', '03', '04'],
  // Otherwise the store's own state, if it is one of them.
  ['', '396210', '26', '26'],
  ['', '396210', '24', '24'],
  ['', '160080', '03', '03'],
  ['Somewhere', '533464', '34', '34'],
  // Otherwise the first one.
  ['', '396210', '27', '24'],
  ['', '160080', '27', '04'],
  // A city elsewhere says nothing about this PIN code.
  ['Mohali', '396210', '27', '24'],
  ['Daman', '411001', '26', '27'],
])('in %j with the PIN code %s it is for a store of %s the state %s', (city, pincode, store, code) => {
  expect(toSupplyStateCode({ ...address, state: 'Here', city, pincode }, store)).toBe(code);
});

test('knows each state by its English and its Hindi name', () => {
  // In the order of the codes, as the form of an address suggests them.
  const hindi =
    'जम्मू और कश्मीर,हिमाचल प्रदेश,पंजाब,चंडीगढ़,उत्तराखंड,हरियाणा,दिल्ली,राजस्थान,उत्तर प्रदेश,बिहार,सिक्किम,अरुणाचल प्रदेश,नागालैंड,मणिपुर,मिज़ोरम,त्रिपुरा,मेघालय,असम,पश्चिम बंगाल,झारखंड,ओडिशा,छत्तीसगढ़,मध्य प्रदेश,गुजरात,दादरा और नगर हवेली और दमन और दीव,महाराष्ट्र,कर्नाटक,गोवा,लक्षद्वीप,केरल,तमिलनाडु,पुदुच्चेरी,अंडमान और निकोबार द्वीपसमूह,तेलंगाना,आंध्र प्रदेश,लद्दाख';
  // Integer keys would be sorted before those with a zero in front.
  const states = Object.entries(gstStates)
    .filter(([code]) => code !== '97')
    .sort(([one], [other]) => one.localeCompare(other));
  const toCode = (state: string) => toSupplyStateCode({ ...address, state, city: '', pincode: '' }, '97');
  const codes = states.map(([code]) => code);
  expect(states.map(([, name]) => toCode(name))).toEqual(codes);
  expect(hindi.split(',').map(toCode)).toEqual(codes);
});

test('no text throws, and each place is a state, union territory or abroad', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('Daman', 'पंजाब', 'Goa', ''));
  const pincode = fc.oneof(text, fc.stringMatching(/^\d{6}$/));
  fc.assert(
    fc.property(text, text, pincode, (state, city, pincode) => {
      expect(gstStates).toHaveProperty(toSupplyStateCode({ ...address, state, city, pincode }, '27'));
    }),
  );
});

test('a place is named with its code, and union territories without a legislature have their own tax', () => {
  expect(['27', '96', '', '99'].map(toStateLabel)).toEqual([
    'Maharashtra (27)',
    'Other country (96)',
    '',
    '99',
  ]);
  expect(['27', '07', '04', '38'].map(stateTaxName)).toEqual(['SGST', 'SGST', 'UTGST', 'UTGST']);
});
