import type { GuestSubstitution, Substitution, SubstitutionChoices } from '#contract/cart/substitution.ts';
import { isId, isRecord } from '#web/base/storage.ts';

/** What a guest has chosen for missing products; `choice` is null until one is chosen for all of them. */
export interface GuestChoices {
  choice: Substitution | null;
  products: SubstitutionChoices['products'];
}

const names: Record<Substitution, true> = { SIMILAR: true, ASK: true, REFUND: true };
// The limit of one merge.
const maximumProducts = 200;

/** Stored choices without what is invalid: an older version or the shopper may have written them. */
export function parseGuestChoices(value: unknown): GuestChoices {
  const [choice, products] = isRecord(value) ? [value.choice, value.products] : [];
  return {
    choice: isChoice(choice) ? choice : null,
    products: Array.isArray(products) ? products.flatMap(parseProduct).slice(0, maximumProducts) : [],
  };
}

function parseProduct(value: unknown): GuestChoices['products'] {
  if (!isRecord(value) || !isId(value.productId) || !isChoice(value.choice)) return [];
  const { productId, choice, preferred } = value;
  return [{ productId, choice, preferred: isNamed(preferred) ? preferred : null }];
}

/** The choices for these products as they are merged into an account; undefined for none. */
export function toGuestSubstitution(
  { choice, products }: GuestChoices,
  productIds: readonly string[],
): GuestSubstitution | undefined {
  const ofCart = products.filter(({ productId }) => productIds.includes(productId));
  if (choice === null && ofCart.length === 0) return undefined;
  return {
    choice,
    products: ofCart.map(({ preferred, ...each }) => ({ ...each, preferredId: preferred?._id ?? null })),
  };
}

function isChoice(value: unknown): value is Substitution {
  return typeof value === 'string' && Object.hasOwn(names, value);
}

function isNamed(value: unknown): value is NonNullable<GuestChoices['products'][number]['preferred']> {
  return (
    isRecord(value) &&
    isId(value._id) &&
    [value.name, value.nameHindi, value.unit, value.image].every((text) => typeof text === 'string')
  );
}
