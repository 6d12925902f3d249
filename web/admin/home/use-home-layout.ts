import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { HomeLayout } from '#contract/home/home.ts';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { showToast } from '#web/ui/toast.ts';

const layoutKey = ['home-layout'];

type Order = Pick<HomeLayout, 'banners' | 'rows'>;

/**
 * Banners, collections and their order. A new order is shown at once and saved; while one is being saved, only the
 * latest of the next ones is kept. After an error the order of the server is shown.
 */
export function useHomeLayout() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: layoutKey,
    queryFn: async ({ signal }) => (await callApiOrThrow('getHomeLayout', {}, { signal })).data,
    staleTime: 0,
  });
  const isSaving = useRef(false);
  const next = useRef<Order | null>(null);

  async function save(version: number, { banners, rows }: Order): Promise<void> {
    isSaving.current = true;
    const outcome = await callApi('arrangeHome', {
      ...{ version, rows },
      bannerIds: banners.map(({ _id }) => _id),
    });
    isSaving.current = false;
    const waiting = next.current;
    next.current = null;
    if (!outcome.isOk) {
      showToast('error', outcome.error.message);
      await client.invalidateQueries({ queryKey: layoutKey });
      return;
    }
    const { data } = outcome.response;
    if (waiting !== null) {
      await save(data.version, waiting);
      return;
    }
    client.setQueryData<HomeLayout>(layoutKey, data);
    showToast('success', outcome.response.message);
  }

  return {
    query,
    reload: () => client.invalidateQueries({ queryKey: layoutKey }),
    arrange(changed: Partial<Order>) {
      const layout = query.data;
      if (layout === undefined) return;
      const order = { banners: layout.banners, rows: layout.rows, ...changed };
      // A list that is being read would replace the new order.
      void client.cancelQueries({ queryKey: layoutKey });
      client.setQueryData<HomeLayout>(layoutKey, { ...layout, ...order });
      if (isSaving.current) next.current = order;
      else void save(layout.version, order);
    },
  };
}
