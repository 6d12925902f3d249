import { attaRiceAndDal } from './atta-rice-dal.ts';
import { babyCare } from './baby-care.ts';
import { bathBodyAndHair } from './bath-body-hair.ts';
import { biscuitsAndBakery } from './biscuits-bakery.ts';
import { breakfastAndSpreads } from './breakfast-spreads.ts';
import { chickenMeatAndFish } from './chicken-meat-fish.ts';
import { chipsAndNamkeen } from './chips-namkeen.ts';
import { chocolatesAndSweets } from './chocolates-sweets.ts';
import { cleaningAndHousehold } from './cleaning-household.ts';
import { coldDrinksAndJuices } from './cold-drinks-juices.ts';
import { dairyBreadAndEggs } from './dairy-bread-eggs.ts';
import { dryFruitsAndSeeds } from './dry-fruits-seeds.ts';
import { fruitsAndVegetables } from './fruits-vegetables.ts';
import { homeKitchenAndPuja } from './home-kitchen-puja.ts';
import { iceCreamsAndDesserts } from './ice-creams.ts';
import { instantAndFrozenFood } from './instant-frozen.ts';
import { oilGheeAndMasala } from './oil-ghee-masala.ts';
import { petCare } from './pet-care.ts';
import { saucesPicklesAndChutneys } from './sauces-pickles.ts';
import { teaCoffeeAndHealthDrinks } from './tea-coffee.ts';
import type { CategoryData } from './types.ts';

/** The whole demo shop. */
export const categories: readonly CategoryData[] = [
  fruitsAndVegetables,
  dairyBreadAndEggs,
  attaRiceAndDal,
  oilGheeAndMasala,
  dryFruitsAndSeeds,
  breakfastAndSpreads,
  chipsAndNamkeen,
  biscuitsAndBakery,
  chocolatesAndSweets,
  iceCreamsAndDesserts,
  coldDrinksAndJuices,
  teaCoffeeAndHealthDrinks,
  instantAndFrozenFood,
  saucesPicklesAndChutneys,
  chickenMeatAndFish,
  babyCare,
  bathBodyAndHair,
  cleaningAndHousehold,
  homeKitchenAndPuja,
  petCare,
];
