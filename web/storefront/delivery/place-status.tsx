import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ListedAddress } from '#contract/addresses/address.ts';
import { queryClient } from '#web/session/query-client.ts';
import { addressLabelNames } from '#web/storefront/addresses/address-lines.tsx';
import { useAddresses } from '#web/storefront/addresses/use-addresses.ts';
import { t } from '#web/texts/t.ts';
import { addressPlace, type ChosenPlace, setPlace, usePlace } from './place-store.ts';
import { toPlaceText } from './place-text.ts';
import { statusQuery } from './store-status.ts';

// Waiting orders change the minutes.
const pollMs = 5 * 60_000;

interface PlaceStatusProps {
  header: 'TIME' | 'PLACE';
}

/**
 * The text of the header about the delivery. A shopper who has chosen no place has the address that the server
 * suggests.
 */
export default function PlaceStatus({ header }: PlaceStatusProps) {
  const place = usePlace();
  const { data: status } = useQuery(
    {
      ...statusQuery,
      refetchInterval: ({ state: { data } }) =>
        data?.changesAt == null
          ? pollMs
          : Math.min(pollMs, Math.max(1000, Date.parse(data.changesAt) + 1000 - Date.now())),
    },
    queryClient,
  );
  return (
    <>
      {header === 'PLACE' && <SuggestedPlace place={place} />}
      {status === undefined
        ? header === 'PLACE'
          ? t('place.deliverTo')
          : t('checkout.deliveryTime')
        : toPlaceText(status, header === 'PLACE' ? place : undefined)}
    </>
  );
}

/** Keeps the place in agreement with the saved addresses. */
function SuggestedPlace({ place }: { place: ChosenPlace | undefined }) {
  const { data: addresses } = useAddresses();
  useEffect(() => {
    if (addresses === undefined) return;
    const next = toCurrentPlace(place, addresses);
    if (JSON.stringify(next) !== JSON.stringify(place)) setPlace(next);
  }, [place, addresses]);
  return null;
}

/** A PIN code stays; an address is as it is saved now; without one, or instead of a removed one, the suggested one. */
export function toCurrentPlace(
  place: ChosenPlace | undefined,
  addresses: readonly ListedAddress[],
): ChosenPlace | undefined {
  if (place !== undefined && place.addressId === null) return place;
  const chosen = place?.isChosen && addresses.find(({ _id }) => _id === place.addressId);
  if (chosen) return addressPlace(chosen, addressLabelNames, true);
  const suggested = addresses.find(({ isPreselected }) => isPreselected);
  return suggested && addressPlace(suggested, addressLabelNames, false);
}
