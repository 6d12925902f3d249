/** How the products of a sub-category are taxed. */
export interface TaxClass {
  hsn: string;
  gstPercent: number;
}

// GST in percent and HSN | sub-categories, as in India since 22 September 2025.
const table = `
0 0603 | Flowers & Leaves
0 0709 | Fresh Vegetables; Leafy Greens & Herbs; Exotic Vegetables; Cut Fruit & Sprouts
0 0804 | Mangoes & Berries
0 0810 | Fresh Fruits
0 0401 | Milk
0 0406 | Paneer & Tofu
0 0407 | Eggs
0 0207 | Chicken
0 0204 | Mutton
0 0302 | Fish
0 0306 | Prawns & Seafood
0 1905 | Bread & Pav; Papad & Fryums; Frozen Breads & Parathas
0 4820 | Stationery
5 0403 | Curd & Yogurt; Lassi, Chaas & Shakes
5 0405 | Butter & Cream; Ghee & Vanaspati
5 0406 | Cheese
5 0409 | Honey
5 0710 | Frozen Vegetables & Fruit
5 0713 | Dal; Beans & Whole Pulses
5 0802 | Almonds & Cashews; Walnuts & Pistachios
5 0806 | Raisins, Dates & Figs
5 0901 | Filter & Ground Coffee
5 0902 | Tea; Green & Herbal Tea; Premium Leaf Tea
5 0909 | Whole Spices
5 0910 | Powdered Spices; Blended Masala
5 1006 | Basmati Rice; Everyday Rice
5 1008 | Millets & Ancient Grains
5 1101 | Atta
5 1104 | Oats
5 1106 | Besan, Sooji & Maida
5 1207 | Seeds
5 1512 | Edible Oils
5 1601 | Cold Cuts & Sausages
5 1602 | Marinades & Kebabs; Frozen Meat & Nuggets
5 1701 | Salt, Sugar & Jaggery
5 1704 | Candies & Toffees; Mints, Gum & Mouth Fresheners; Indian Sweets
5 1806 | Chocolate Bars; Dark Chocolate; Wafer & Coated Bars; Chocolate Gift Packs
5 1901 | Malt & Health Drinks; Baby Food & Cereal
5 1902 | Instant Noodles; Pasta & Vermicelli
5 1904 | Poha & Daliya; Flakes & Cereals; Muesli & Granola; Puffs & Rings; Popcorn
5 1905 | Nachos & Crisps; Cookies; Cream Biscuits; Glucose & Marie; Crackers & Savoury; Rusk & Toast; Cakes & Muffins; Croissants & Pastry
5 2001 | Pickles
5 2004 | Frozen Snacks
5 2005 | Potato Chips
5 2007 | Jams & Fruit Spreads
5 2008 | Peanuts & Makhana; Dry Fruit Gift Boxes; Nut Butters & Chocolate Spreads
5 2009 | Fruit Juices; Cold Pressed Juices; Coconut Water
5 2101 | Instant Coffee
5 2103 | Pastes & Cooking Aids; Ketchup & Chilli Sauce; Chutneys & Relishes; Mayonnaise & Dips; Asian & Cooking Sauces
5 2104 | Soups
5 2105 | Ice Cream Tubs; Cones; Kulfi; Bars & Ice Lollies; Sundae Cups; Frozen Desserts & Cakes
5 2106 | Batter & Fresh Dough; Breakfast Mixes; Namkeen & Bhujia; Healthy Snacking; Sharbats & Squashes; Protein & Nutrition; Ready to Eat Meals
5 2201 | Water & Soda
5 2209 | Vinegar & Seasoning
5 3005 | Hygiene & First Aid
5 3304 | Baby Bath & Skin
5 3305 | Shampoo & Conditioner; Hair Oil & Styling
5 3306 | Oral Care
5 3307 | Shaving & Grooming; Puja Needs
5 3401 | Soaps & Body Wash
5 3924 | Feeding & Nursing
5 7323 | Kitchen Tools
5 9503 | Toys & Play
5 9603 | Brooms, Mops & Brushes
5 9619 | Diapers
18 2309 | Dog Food; Cat Food; Treats & Chews; Fish, Bird & Small Pets
18 3304 | Face & Skin Care
18 3307 | Deodorants & Perfume; Wipes & Cotton; Fresheners & Repellents; Grooming & Health
18 3402 | Laundry Detergents; Dishwash; Floor & Surface Cleaners
18 3808 | Toilet & Bathroom Cleaners
18 3809 | Fabric Care
18 3824 | Litter & Hygiene
18 3924 | Storage & Bottles
18 4201 | Toys & Collars
18 4818 | Tissues & Disposables
18 7607 | Foil, Wraps & Bags
18 8506 | Batteries & Lighting
18 9505 | Party & Festive
40 2202 | Soft Drinks; Energy & Sports Drinks`;

const classes = new Map(
  table
    .trim()
    .split('\n')
    .flatMap((row) => {
      const [rates = '', names = ''] = row.split(' | ');
      const [percent = '', hsn = ''] = rates.split(' ');
      return names.split('; ').map((name) => [name, { hsn, gstPercent: Number(percent) }] as const);
    }),
);

/** Throws for a sub-category that the table does not have. */
export function getTaxClass(subCategory: string): TaxClass {
  const found = classes.get(subCategory);
  if (found === undefined) throw new Error(`There is no tax class for ${subCategory}.`);
  return found;
}
