import { type CardInput, emptyCard } from './card-input.ts';

interface TestCard {
  outcome: string;
  tone: 'good' | 'bad';
  card: CardInput;
}

const filled = { ...emptyCard, expiry: '12/34', securityCode: '123', name: 'Test Card' };

/** The cards that the sandbox takes, and what comes of each. */
export const testCards: readonly TestCard[] = [
  { outcome: 'Pays', tone: 'good', card: { ...filled, number: '4242 4242 4242 4242' } },
  { outcome: 'Declined', tone: 'bad', card: { ...filled, number: '4000 0000 0000 0002' } },
  { outcome: 'No funds', tone: 'bad', card: { ...filled, number: '4000 0000 0000 9995' } },
];
