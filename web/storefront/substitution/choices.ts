import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Substitution, SubstitutionChoices } from '#contract/cart/substitution.ts';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { queryClient, setQueryData } from '#web/session/query-client.ts';
import { useSession } from '#web/session/session.ts';
import { useCart } from '#web/storefront/cart/cart-store.ts';
import { readGuestChoices, writeGuestChoices } from '#web/storefront/cart/guest-cart.ts';
import { t } from '#web/texts/t.ts';
import { showToast } from '#web/ui/toast.ts';

type NamedProduct = NonNullable<SubstitutionChoices['products'][number]['preferred']>;

export const substitutionTexts: Record<Substitution, string> = {
  SIMILAR: t('substitution.SIMILAR'),
  ASK: t('substitution.ASK'),
  REFUND: t('substitution.REFUND'),
};

/** Without a user those of the guest, which are in the browser. */
const choicesQuery = (userId: string | undefined) =>
  queryOptions({
    queryKey: ['substitution', userId],
    queryFn: async ({ signal }): Promise<SubstitutionChoices> => {
      if (userId !== undefined) return (await callApiOrThrow('getSubstitution', {}, { signal })).data;
      const { choice, products } = readGuestChoices();
      return { choice: choice ?? 'SIMILAR', products };
    },
  });

/** What the shopper or guest wants if a product is missing; undefined until it is known. */
export function useSubstitution(): SubstitutionChoices | undefined {
  return useChoicesQuery().data;
}

export function useChoicesQuery() {
  const { status, user } = useSession();
  // What a guest has chosen is in the account when the cart is.
  const isLoaded = useCart((cart) => cart.isLoaded);
  const isReadable = status !== 'unknown' && isLoaded;
  return useQuery({ ...choicesQuery(user?._id), enabled: isReadable }, queryClient);
}

interface Choice {
  /** Without one, the choice is for all products. */
  productId?: string;
  /** Null for that of all products. */
  choice: Substitution | null;
  preferred?: NamedProduct | null;
}

/** Shows a choice at once and saves it; a toast says if that has failed. */
export async function chooseSubstitution(userId: string | undefined, chosen: Choice): Promise<void> {
  const { queryKey } = choicesQuery(userId);
  const before = queryClient.getQueryData(queryKey);
  if (before === undefined) return;
  const after = withChoice(before, chosen);
  setQueryData(queryKey, () => after);
  const { productId, choice, preferred } = chosen;
  if (userId === undefined) {
    const ofAll = productId === undefined ? choice : readGuestChoices().choice;
    writeGuestChoices({ choice: ofAll, products: after.products });
    return;
  }
  const preferredId = choice === null ? null : (preferred?._id ?? null);
  const input = { productId, choice, preferredId };
  const outcome = await callApi('setSubstitution', input, { keepalive: true });
  if (outcome.isOk) return;
  setQueryData(queryKey, () => before);
  showToast('error', outcome.error.message);
}

function withChoice(choices: SubstitutionChoices, { productId, choice, preferred = null }: Choice) {
  if (productId === undefined) return { ...choices, choice: choice ?? choices.choice };
  const others = choices.products.filter((each) => each.productId !== productId);
  return { ...choices, products: choice === null ? others : [...others, { productId, choice, preferred }] };
}
