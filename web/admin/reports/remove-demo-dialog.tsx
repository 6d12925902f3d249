import { useQuery } from '@tanstack/react-query';
import type { EndpointResponse } from '#contract/api.ts';
import { ConfirmCallDialog } from '#web/admin/confirm-call-dialog.tsx';
import { formatCount } from '#web/admin/formats.ts';
import { Loaded } from '#web/admin/page-parts.tsx';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { queryClient } from '#web/session/query-client.ts';
import { Skeleton } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/toast.ts';

interface RemoveDemoDialogProps {
  /** Called when the catalogue is removed. */
  onRemoved: () => Promise<unknown>;
  onClose: () => void;
}

/** Names what goes with the demo catalogue before it is removed. */
export function RemoveDemoDialog({ onRemoved, onClose }: RemoveDemoDialogProps) {
  const query = useQuery(
    {
      queryKey: ['demo-catalogue'],
      queryFn: async ({ signal }) => (await callApiOrThrow('getDemoCatalogue', {}, { signal })).data,
      staleTime: 0,
      gcTime: 0,
    },
    queryClient,
  );
  async function remove() {
    const outcome = await callApi('removeDemoCatalogue', {});
    if (!outcome.isOk) return outcome.error;
    showToast('success', outcome.response.message);
    onClose();
    await Promise.all([onRemoved(), queryClient.invalidateQueries()]);
    return null;
  }
  return (
    <ConfirmCallDialog
      title="Remove the demo catalogue"
      confirmLabel="Remove"
      isDangerous
      isDisabled={query.data === undefined}
      onConfirm={remove}
      onClose={onClose}
    >
      <Loaded query={query} subject="the demo catalogue" skeleton={<Skeleton className="h-24 rounded-md" />}>
        {(counts) => (
          <>
            <p>{describe(counts)} are deleted, also from carts and lists. This cannot be undone.</p>
            <p className="mt-2 text-ink-soft">
              Products that you added, imported, or gave another name or picture stay, with their categories.
            </p>
          </>
        )}
      </Loaded>
    </ConfirmCallDialog>
  );
}

function describe({
  products,
  categories,
  subCategories,
}: EndpointResponse<'getDemoCatalogue'>['data']): string {
  const count = (number: number, one: string, many: string) =>
    `${formatCount(number)} ${number === 1 ? one : many}`;
  return `${count(products, 'product', 'products')}, ${count(categories, 'category', 'categories')} and ${count(subCategories, 'sub-category', 'sub-categories')}`;
}
