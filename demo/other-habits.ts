import { type DemoProduct, generateCatalogue } from './catalogue.ts';

interface Named {
  /** The name without brand and size: 'Full Cream Milk'. */
  title: string;
  brand: string;
  /** What the product is: 'Milk'. */
  thing: string;
  /** The rest of the title: 'Full Cream'. */
  type: string;
}

const toNames = {
  /** 'Gauvana Milk - Full Cream', without a field for the brand. */
  'brand first': ({ brand, thing, type }: Named) => ({
    name: [[brand, thing].join(' ').trim(), type].filter((part) => part !== '').join(' - '),
    brand: '',
  }),
  /** 'Milk (Full Cream)' and 'Bhindi (Ladies Finger)'. */
  'type in brackets': ({ brand, title, thing, type }: Named) => {
    const local = localNames[title];
    const inBrackets = local === undefined ? type : title;
    return { name: inBrackets === '' ? thing : `${local ?? thing} (${inBrackets})`, brand };
  },
  /** 'Gauvana Farm Fresh Full Cream Milk with Real Goodness, Tastes Great with Rice & Roti, Value Pack'. */
  'long names': ({ brand, title }: Named, index: number) => ({
    name: `${brand} ${pick(praises, index)} ${title} ${pick(claims, index)}`.trim(),
    brand,
  }),
};

export const habits = ['brand first', 'type in brackets', 'long names'] as const;

// Words of a title that are one thing.
const things =
  /(?:ice cream(?: cake)?|soft drink|(?:energy|sports|health) drink|(?:face|body|wool) wash|(?:hair|olive|mustard|coconut|groundnut|sesame) oil|peanut butter|green tea|(?:dog|cat|fish|hamster|rabbit) food|(?:dog|cat) treats|(?:floor|toilet) cleaner|corn flakes|coconut water|(?:ginger garlic|garlic|ginger) paste|cold brew|instant (?:coffee|noodles|pasta)|baby cereal|tea bags|spring onion|sweet (?:corn|lime|potato)|custard apple|lemon squeezer|tea strainer|ladies finger|(?:bottle|bitter) gourd|black pepper|(?:rock|black) salt|soan papdi|kaju katli|gulab jamun|filter coffee powder|gravy base|energy bar|protein bar|paper (?:plates|cups|napkins)|garbage bags|toilet roll|fabric conditioner|bay leaves|star anise)$/i;

const localNames: Readonly<Record<string, string>> = {
  'Ladies Finger': 'Bhindi',
  'Bottle Gourd': 'Lauki',
  'Bitter Gourd': 'Karela',
  'White Radish': 'Mooli',
  'Long Brinjal': 'Baingan',
  'Orange Carrot': 'Gajar',
  'Green Chilli': 'Hari Mirch',
  'Green Peas': 'Matar',
  Potato: 'Aloo',
  Onion: 'Pyaz',
  Garlic: 'Lehsun',
  Ginger: 'Adrak',
  Lemon: 'Nimbu',
  Cauliflower: 'Phool Gobhi',
  Cabbage: 'Patta Gobhi',
  'Coriander Leaves': 'Hara Dhania',
  'Mint Leaves': 'Pudina',
  'Turmeric Powder': 'Haldi',
  'Black Pepper': 'Kali Mirch',
  'Mustard Seeds': 'Rai',
  'Fennel Seeds': 'Saunf',
  'Green Cardamom': 'Elaichi',
  Cloves: 'Laung',
  'Set Curd': 'Dahi',
  'White Sugar': 'Cheeni',
  'Rock Salt': 'Sendha Namak',
  'Sesame Seeds': 'Til',
  'Puffed Rice': 'Murmura',
};

const praises = ['Farm Fresh', 'Premium Quality', 'Special', 'Classic Choice', '100% Pure', 'Daily Value'];
const claims = [
  'with Real Milk & Butter, No Added Sugar, 1 kg',
  '| Tastes Great with Rice, Roti & Curd | Pack of 1',
  'for Cooking, Tea & Breakfast, Value Pack',
  '- No Onion, No Garlic, 500 g Pouch',
  '(Free from Salt, Oil & Eggs) 250 g',
  'with the Goodness of Honey, Almond & Oats, Jar',
];

/** Things that are only named after a grocery, by the sub-category that sells them. */
const namedAfter: Readonly<Record<string, readonly string[]>> = {
  'Kitchen Tools': [
    'Tomato Knife - Serrated',
    'Bread Knife - Steel',
    'Potato Masher',
    'Garlic Press',
    'Apple Cutter',
    'Egg Beater',
    'Onion Chopper',
    'Coconut Scraper',
    'Milk Frother',
  ],
  'Storage & Bottles': [
    'Butter Dish - Glass',
    'Milk Pan - Steel',
    'Egg Tray',
    'Rice Container',
    'Honey Jar - Glass',
    'Atta Dabba',
    'Masala Box',
  ],
  'Toys & Play': ['Toy - Banana', 'Play Fruit Set - Apple, Mango & Orange', 'Puzzle - Vegetables: Carrot'],
  'Soaps & Body Wash': ['Soap - Milk & Honey', 'Body Wash - Cucumber', 'Soap - Turmeric'],
  'Shampoo & Conditioner': ['Shampoo - Egg & Curd', 'Conditioner - Banana', 'Shampoo - Onion & Ginger'],
  'Face & Skin Care': ['Face Mask - Tomato', 'Face Cream - Almond & Saffron', 'Lip Balm - Strawberry'],
  'Puffs & Rings': ['Tomato', 'Puffs - Tomato & Garlic', 'Onion & Garlic'],
  Pickles: ['Pickle - Tomato', 'Pickle - Lemon & Ginger', 'Pickle - Onion'],
  'Candies & Toffees': ['Candy - Orange', 'Toffee - Butter & Milk', 'Candy - Ginger'],
};

/**
 * The demo catalogue as a shop with another habit of naming would have it: one size of each product, without a unit of
 * its own, among things that are only named after groceries.
 */
export function renameCatalogue(habit: (typeof habits)[number]): ReturnType<typeof generateCatalogue> {
  const { products, ...catalogue } = generateCatalogue();
  const names = new Set<string>();
  const renamed = products.flatMap((product, index): DemoProduct[] => {
    const title = product.name
      .slice(product.brand === '' ? 0 : product.brand.length + 1)
      .replace(/ \([^()]*\)$/, '');
    const thing = things.exec(title)?.[0] ?? title.split(' ').at(-1) ?? '';
    const type = title.slice(0, -thing.length).trim();
    const { name, brand } = toNames[habit]({ title, thing, type, brand: product.brand }, index);
    const key = `${brand} ${name}`.toLowerCase();
    if (names.has(key) || name.length > maximumNameLength) return [];
    names.add(key);
    return [{ ...product, name, nameHindi: '', brand, unit: '1 pc', family: '', moreDetails: {} }];
  });
  const extra = catalogue.subCategories.flatMap(({ id, name }) => {
    const model = products.find(({ subCategoryId }) => subCategoryId === id);
    return (namedAfter[name] ?? []).flatMap((thing, index): DemoProduct[] =>
      model === undefined ? [] : [nameAfter(model, thing, `${name} ${index}`)],
    );
  });
  return { ...catalogue, products: [...renamed, ...extra] };
}

const maximumNameLength = 120;
const unknown = { brand: '', sku: '', barcode: '', unit: '1 pc', family: '', moreDetails: {} };

function nameAfter(model: DemoProduct, name: string, key: string): DemoProduct {
  const id = `${model.id.slice(0, 12)}${Buffer.from(key).toString('hex').slice(-10)}`;
  return { ...model, id, name, nameHindi: '', ...unknown };
}

function pick(texts: readonly string[], index: number): string {
  return texts[index % texts.length] ?? '';
}
