import { afterAll, beforeAll } from 'vitest';
import { type OpenShop, openShop } from './open-shop.ts';
import { type Entrance, openEntrance } from './visitor.ts';

/** What every journey needs: a shop, and a browser to come with. */
interface Setting {
  shop: OpenShop;
  entrance: Entrance;
}

/** Opens a shop and a browser for the journeys of a file, hands them over, and closes both afterwards. */
export function withShop(opened: (setting: Setting) => void | Promise<void>): void {
  let opening: [Promise<OpenShop>, Promise<Entrance>] | undefined;
  beforeAll(async () => {
    opening = [openShop(), openEntrance()];
    const [shop, entrance] = await Promise.all(opening);
    await opened({ shop, entrance });
  });
  afterAll(async () => {
    if (opening === undefined) return;
    // Each on its own, for the one may be open although the other could not be opened.
    const [shop, entrance] = await Promise.allSettled(opening);
    if (entrance.status === 'fulfilled') await entrance.value.close();
    if (shop.status === 'fulfilled') await shop.value.close();
  });
}
