import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { literalTexts } from '#tests/fixtures/literal-texts.ts';
import { catalogue } from './catalogue.ts';

const root = join(import.meta.dirname, '../..');

/** Texts that the specification fixes, in their own words and letters, as far as they differ from the rules below. */
const fixed = [
  ...['Item added', 'Item remove', 'Items total', '{count} item', 'Image', 'Shop Now', 'Address Remove'],
  ...['Add Address', 'Add Category', 'Add Field', 'Add Sub Category', 'Edit Sub Category', 'Sub Category'],
  ...['Cash on Delivery', 'Delivery Charge', 'Go To Home', 'Log Out', 'My Cart', 'My Orders', 'No Data'],
  ...['No Data found', 'Online Payment', 'Order Cancel', 'Order No', 'Out of Stock', 'Permanent Delete'],
  ...['Please Login', 'Save Address', 'Search Results: {count}', 'See All', 'See All: {heading}'],
  ...['Update Product', 'Upload Product', '{minutes} Min', '{minutes} Min delivery', '{percent} Discount'],
  ...['{what} Successfully', 'Find your orders under My Orders.', 'Test Card'],
];
/** The count of a cart, of pieces of products, as the specification words it. */
const pieces = '{count, plural, one {# item} other {# items}}';

/** Other words for what has a name of ours. Verbs, as in 'Shop by category', are none of them. */
const english: [RegExp, string][] = [
  [/\bitems?\b|\barticles?\b|\bgoods\b/i, 'product'],
  [/\bpurchases?\b/i, 'order'],
  [/\b(?:baskets?|trolley)\b/i, 'cart'],
  [/\b(?:[Tt]he|[Tt]his|[Aa]|[Oo]ur|[Yy]our|of|in|[Vv]iew) shops?\b/, 'store'],
  [/\b(?:shipping|shipments?)\b/i, 'delivery'],
  [/(?<!\{)\bpin ?codes?\b(?<!PIN codes?)|\b(?:postcode|zip code)/i, 'PIN code'],
  [/\bmobile no\b|\b(?:mobile|phone) numbers?\b(?<!mobile numbers?)(?<!Mobile numbers?)/i, 'mobile number'],
  [/\bsub categor(?:y|ies)\b/i, 'sub-category'],
  [/\bunits sold\b/i, 'pieces'],
  [/\b(?:images?|photos|a photo \(|photographs?)\b/i, 'picture'],
];
const hindi: [RegExp, string][] = [
  [/उत्पाद|आइटम/, 'प्रोडक्ट'],
  [/टोकरी|बास्केट/, 'कार्ट'],
  [/स्टोर(?! क्रेडिट)|शॉप/, 'दुकान'],
  [/पिनकोड/, 'पिन कोड'],
  [/फ़ोन नंबर/, 'मोबाइल नंबर'],
  [/इमेज|चित्र/, 'तस्वीर'],
  [/लॉग इन/, 'लॉगिन'],
  [/वेरिफ़ाई/, 'पुष्टि'],
];

/** Files whose texts staff, shoppers or operators read. The texts of the storefront are in the catalogue. */
const files = globSync(
  [
    'web/admin/**/*.{ts,tsx}',
    'contract/**/*.ts',
    'server/{notifications,orders,problems,products,reports,tax}/**/*.ts',
  ],
  { cwd: root },
).filter((file) => !/\.test\.tsx?$|\/(?:hsn-usual-rates|hsn-codes|gstin|pincode-places)\.ts$/.test(file));

/** Descriptions of the API use the names of its fields. */
const isOfApi = (text: string) => /^(?:[A-Z]\w+s|Asks for|Deletes) /.test(text);

const ofStorefront = Object.entries(catalogue).flatMap(([area, texts]) =>
  Object.entries(texts).map(([name, text]) => ({ at: `${area}.${name}`, ...text })),
);
const ofModules = files.flatMap((file) =>
  literalTexts(readFileSync(join(root, file), 'utf8')).map((text) => ({ at: file, en: text })),
);

function otherWords(text: string, words: typeof english): string[] {
  if (fixed.includes(text) || text === pieces) return [];
  return words.filter(([other]) => other.test(text)).map(([, ours]) => ours);
}

describe('a text names a thing by the one word of the glossary', () => {
  test.each([
    ['Some items are sold out', 'product'],
    ['Enter your pincode', 'PIN code'],
    ['Your phone number', 'mobile number'],
    ['Choose an image', 'picture'],
    ['The shop is closed', 'store'],
    ['Shipping is free', 'delivery'],
    ['Sub category created', 'sub-category'],
  ])('%s is not allowed', (text, ours) => expect(otherWords(text, english)).toEqual([ours]));

  test.each(['Shop by category', 'Enter your PIN code', 'PIN codes', 'Mobile number', 'Take a photo'])(
    '%s is allowed',
    (text) => expect(otherWords(text, english)).toEqual([]),
  );

  test('in English', () => {
    const found = [...ofStorefront, ...ofModules.filter(({ en }) => !isOfApi(en))].flatMap(({ at, en }) =>
      otherWords(en, english).map((ours) => `${at}: ${en} (${ours})`),
    );
    expect(found).toEqual([]);
  });

  test('in Hindi', () => {
    const found = ofStorefront.flatMap(({ at, en, hi }) =>
      en === '{count} item' || en === pieces
        ? []
        : otherWords(hi, hindi).map((ours) => `${at}: ${hi} (${ours})`),
    );
    expect(found).toEqual([]);
  });
});

describe('‘Edit’ opens the form of what exists, ‘Change’ replaces one value', () => {
  test('of the staff', () => {
    const found = ofModules.filter(({ en }) => /^Change(?! it\b)\b/.test(en));
    expect(found.map(({ at, en }) => `${at}: ${en}`).toSorted()).toEqual([
      'web/admin/customers/customer-dialogs.tsx: Change',
      'web/admin/customers/customer-dialogs.tsx: Change store credit',
      'web/admin/customers/customer-page.tsx: Change store credit',
      'web/admin/orders/rider-section.tsx: Change the rider…',
      'web/admin/reports/opening-steps.ts: Change the opening hours',
      'web/admin/staff/staff-page.tsx: Change roles',
      'web/admin/store/pause-control.tsx: Change',
      'web/admin/store/pause-control.tsx: Change the pause',
    ]);
  });

  test('of shoppers, in both languages', () => {
    const ofVerb = (verb: RegExp) => ofStorefront.filter(({ en }) => verb.test(en));
    expect(ofVerb(/^Change\b/).map(({ en }) => en)).toEqual([
      ...['Change password', 'Change your picture', 'Change the delivery time'],
      ...['Change the delivery address', 'Change'],
    ]);
    expect(ofVerb(/^Change\b/).filter(({ hi }) => !hi.endsWith('बदलें'))).toEqual([]);
    expect(ofStorefront.filter(({ hi }) => hi.includes('एडिट'))).toEqual(ofVerb(/^Edit\b/));
  });
});

/** Names that begin with a capital letter within a sentence. */
const names =
  /^(?:Bread|Eggs|English|Enter|Escape|Hindi|Idempotency|Java|Monday|My|Open|Orders|Pav|Payments|Rounding|Space|Web)$/;

/** Words after the first of a sentence that begin with a capital letter and are no names. */
function capitalWords(text: string): string[] {
  if (fixed.includes(text)) return [];
  return text
    .replace(/[‘“"'][^’”"']*[’”"']/gu, '')
    .split(/[.!?:…·{}] ?/u)
    .flatMap(
      (sentence) =>
        sentence.replace(/^[^\p{L}]*\p{L}\S*/u, '').match(/(?<![\p{L}\d.’/-])\p{Lu}\p{Ll}+/gu) ?? [],
    )
    .filter((word) => !names.test(word));
}

/** Not a sentence, nor an example with an amount or a list. */
const isLabel = (text: string) => text.length <= 40 && !/[\d.,@]/.test(text);

test('texts are in sentence case but for those of the specification', () => {
  const labels = ofModules.filter(({ at, en }) => at.startsWith('web/') && isLabel(en));
  const found = [...ofStorefront.filter(({ at }) => at !== 'addresses.stateNames'), ...labels].flatMap(
    ({ at, en }) => capitalWords(en).map((word) => `${at}: ${en} (${word})`),
  );
  expect(found).toEqual([]);
});
