import sql from 'sql-template-tag';
import { type Substitution, substitutions } from '#contract/cart/substitution.ts';
import { newId } from '#server/database/id.ts';
import { Random } from './random.ts';
import type { RunningShop } from './shop.ts';

/** A part of the town with its own rides. */
export interface Area {
  pincode: string;
  /** Of the shoppers. */
  share: number;
  /** From the store, as the median. */
  rideSeconds: number;
  /** What the store adds to its promised minutes. */
  extraMinutes: number;
}

export const areas: readonly Area[] = [
  { pincode: '411001', share: 0.45, rideSeconds: 150, extraMinutes: 0 },
  { pincode: '411004', share: 0.35, rideSeconds: 240, extraMinutes: 2 },
  { pincode: '411038', share: 0.2, rideSeconds: 360, extraMinutes: 4 },
];

export interface StoreProduct {
  id: string;
  stepGrams: number | null;
}

export interface StoreShopper {
  id: string;
  addressId: string;
  area: Area;
}

/** What of a store is the same on each simulated day. */
export interface Store {
  ownerId: string;
  pickerIds: string[];
  riderIds: string[];
  products: StoreProduct[];
  shoppers: StoreShopper[];
}

export interface StoreSize {
  products: number;
  shoppers: number;
  pickers: number;
  riders: number;
}

const productsPerCategory = 20;
const productsPerFamily = 4;
/** Of the products, loose produce that is sold by weight. */
const looseShare = 0.15;
const looseStepGrams = 250;

/** Fills an empty store: products of families, people with their roles, and shoppers with an address. */
export async function createStore(shop: RunningShop, size: StoreSize): Promise<Store> {
  const random = new Random('store', size.products);
  const owner = await shop.logIn(await shop.addAccount('Meera', 'owner'));
  const products: StoreProduct[] = [];
  let category = '';
  for (let index = 0; index < size.products; index += 1) {
    if (index % productsPerCategory === 0) category = await addCategory(shop, index / productsPerCategory);
    const stepGrams = random.chance(looseShare) ? looseStepGrams : null;
    const { _id: id } = await owner.call('createProduct', {
      name: `Product ${index}`,
      brand: `Brand ${index % productsPerFamily}`,
      family: `family-${Math.floor(index / productsPerFamily)}`,
      unit: stepGrams === null ? '1 pack' : `${stepGrams} g`,
      stepGrams,
      ...(stepGrams !== null && { weightTolerance: 10 }),
      price: random.whole(1000, 40_000) / 100,
      description: `Product ${index} of the simulated store.`,
      discount: 0,
      stock: stepGrams === null ? 400 : 400 * stepGrams,
      veg: true,
      image: [],
      category: [category],
      subCategory: [category],
    });
    products.push({ id, stepGrams });
  }
  const addAll = async (count: number, name: string, role: 'picker' | 'rider') => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) ids.push(await shop.addAccount(`${name} ${index}`, role));
    return ids;
  };
  const pickerIds = await addAll(size.pickers, 'Picker', 'picker');
  const riderIds = await addAll(size.riders, 'Rider', 'rider');
  const shoppers: StoreShopper[] = [];
  for (let index = 0; index < size.shoppers; index += 1) shoppers.push(await addShopper(shop, index));
  return { ownerId: owner.id, pickerIds, riderIds, products, shoppers };
}

/** A category with a sub-category of the same id. */
async function addCategory({ db }: RunningShop, index: number): Promise<string> {
  const id = newId();
  await db.query(sql`insert into category (id, name) values (${id}, ${`Category ${index}`})`);
  await db.query(sql`insert into sub_category (id, name) values (${id}, ${`Category ${index}`})`);
  await db.query(sql`insert into sub_category_category values (${id}, ${id})`);
  return id;
}

/** A shopper who has chosen once what happens if a product is missing. */
async function addShopper(shop: RunningShop, index: number): Promise<StoreShopper> {
  const random = new Random('shopper', index);
  const area = pickArea(random.next());
  const { id, call } = await shop.logIn(await shop.addAccount(`Shopper ${index}`));
  const { _id: addressId } = await call('createAddress', {
    address_line: `${index} Lake Road`,
    city: 'Pune',
    state: 'Maharashtra',
    country: 'India',
    pincode: area.pincode,
    mobile: '9876543210',
  });
  const choice = pickSubstitution(random.next());
  if (choice !== substitutions[0]) await call('setSubstitution', { choice });
  return { id, addressId, area };
}

function pickArea(random: number): Area {
  let left = random;
  const found = areas.find(({ share }) => {
    left -= share;
    return left < 0;
  });
  return found ?? (areas[0] as Area);
}

function pickSubstitution(random: number): Substitution {
  if (random < 0.5) return 'SIMILAR';
  return random < 0.85 ? 'ASK' : 'REFUND';
}
