import { type Client, openClient } from './client.ts';

const password = 'Steep-Lagoon-41';
// More at once would only wait for each other: the shop hashes two passwords at a time.
const atOnce = 4;

/** Registers new shoppers and logs them in. */
export async function openShoppers(shopUrl: string, count: number): Promise<Client[]> {
  const shoppers: Client[] = [];
  let opened = 0;
  const openOn = async () => {
    while (opened < count) {
      opened += 1;
      shoppers.push(openClient(shopUrl, await openAccount(shopUrl)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, openOn));
  return shoppers;
}

/** Registers a new shopper and gives an access token. */
export async function openAccount(shopUrl: string): Promise<string> {
  const email = `bench.${crypto.randomUUID()}@example.com`;
  const door = openClient(shopUrl);
  try {
    await door.mustSend('registerUser', { name: 'Bench', email, password, confirmPassword: password });
    const { data } = await door.mustSend('loginUser', { email, password });
    return data.accesstoken;
  } finally {
    door.close();
  }
}

/** What every order of a measurement is delivered to. */
export const deliveryAddress = {
  address_line: '12 Lake Road',
  city: 'Pune',
  state: 'Maharashtra',
  country: 'India',
  pincode: '411001',
  mobile: '9876543210',
};
