import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Eye, ImagePlus, Pencil, Rows3, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { homeLimits } from '#contract/base/limits.ts';
import type { Banner, Collection, HomeLayout } from '#contract/home/home.ts';
import { useCategories } from '#web/admin/catalogue-queries.ts';
import { DeleteDialog } from '#web/admin/confirm-call-dialog.tsx';
import { Loaded, PageHeading, staffMeta } from '#web/admin/page-parts.tsx';
import { callApi, callApiOrThrow } from '#web/api/client.ts';
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { showToast } from '#web/ui/toast.ts';
import { describeDates, toScheduleState } from './schedule-fields.tsx';
import { SortableList } from './sortable-list.tsx';

const BannerDialog = lazyDialog(async () => (await import('./banner-dialog.tsx')).default);
const CollectionDialog = lazyDialog(async () => (await import('./collection-dialog.tsx')).default);

export const meta = staffMeta('Home page');

/** What a dialog is open for; null in place of an item adds one. */
type Open =
  | { kind: 'banner'; item: Banner | null }
  | { kind: 'collection'; item: Collection | null }
  | { kind: 'delete-banner'; item: Banner }
  | { kind: 'delete-collection'; item: Collection };

/** `/dashboard/home`: banners, collections, and the order of the rows of the home page. */
export default function HomeLayoutPage() {
  const { query, arrange, reload } = useHomeLayout();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  function onSaved(message: string) {
    showToast('success', message);
    close();
    void reload();
  }
  return (
    <>
      <PageHeading title="Home page">
        <Link to="/dashboard/home-preview" className={buttonClass('secondary')}>
          <Eye aria-hidden="true" className="size-5" />
          Preview
        </Link>
      </PageHeading>
      <Loaded query={query} subject="the home page">
        {(layout) => (
          <>
            <Banners layout={layout} onSort={(banners) => arrange({ banners })} onOpen={setOpen} />
            <Rows layout={layout} onSort={(rows) => arrange({ rows })} onOpen={setOpen} />
            {open?.kind === 'banner' && (
              <BannerDialog
                banner={open.item}
                collections={layout.collections}
                timeZone={layout.timeZone}
                onSaved={onSaved}
                onOutdated={() => void reload()}
                onClose={close}
              />
            )}
            {open?.kind === 'collection' && (
              <CollectionDialog
                collection={open.item}
                timeZone={layout.timeZone}
                onSaved={onSaved}
                onOutdated={() => void reload()}
                onClose={close}
              />
            )}
            {(open?.kind === 'delete-banner' || open?.kind === 'delete-collection') && (
              <DeleteDialog
                name={open.item.title}
                image={open.kind === 'delete-banner' ? open.item.image : ''}
                question="Are you sure permanent delete ?"
                confirmLabel="Confirm"
                send={() =>
                  callApi(open.kind === 'delete-banner' ? 'deleteBanner' : 'deleteCollection', {
                    _id: open.item._id,
                  })
                }
                onRemoved={() => void reload()}
                onDeleted={close}
                onClose={close}
              />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

interface SectionProps {
  title: string;
  note: string;
  action: ReactNode;
  children: ReactNode;
}

function Section({ title, note, action, children }: SectionProps) {
  return (
    <section aria-label={title} className="mb-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg">{title}</h2>
          <p className="text-sm text-ink-soft">{note}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

interface ListProps {
  layout: HomeLayout;
  onOpen: (open: Open) => void;
}

function Banners({ layout, onSort, onOpen }: ListProps & { onSort: (banners: Banner[]) => void }) {
  const { banners, timeZone } = layout;
  const items = banners.map((banner) => ({ key: banner._id, name: banner.title, banner }));
  return (
    <Section
      title="Banners"
      note="At the top of the home page, instead of the default banner."
      action={
        <Button
          disabled={banners.length >= homeLimits.banners}
          onClick={() => onOpen({ kind: 'banner', item: null })}
        >
          <ImagePlus aria-hidden="true" className="size-5" />
          New banner
        </Button>
      }
    >
      {items.length === 0 ? (
        <p className="text-ink-soft">No banners yet. The home page has the store's own banner.</p>
      ) : (
        <SortableList
          label="Banners"
          items={items}
          onSort={(keys) => onSort(keys.flatMap((key) => banners.filter(({ _id }) => _id === key)))}
        >
          {({ banner }) => (
            <ItemRow
              item={banner}
              timeZone={timeZone}
              details={banner.link}
              picture={
                <Picture
                  src={banner.image}
                  alt=""
                  width={96}
                  height={32}
                  sizes="6rem"
                  className="h-8 w-24 flex-none rounded-sm object-cover"
                />
              }
              onEdit={() => onOpen({ kind: 'banner', item: banner })}
              onDelete={() => onOpen({ kind: 'delete-banner', item: banner })}
            />
          )}
        </SortableList>
      )}
    </Section>
  );
}

function Rows({ layout, onSort, onOpen }: ListProps & { onSort: (rows: HomeLayout['rows']) => void }) {
  const { rows, collections, timeZone } = layout;
  const { data: categories = [] } = useCategories();
  const items = rows.map((row) => {
    const collection = collections.find(({ _id }) => row.kind === 'COLLECTION' && _id === row._id);
    const name = collection?.title ?? categories.find(({ _id }) => _id === row._id)?.name ?? '…';
    return { key: `${row.kind}:${row._id}`, name, row, collection };
  });
  return (
    <Section
      title="Rows"
      note="Collections and categories. Rows without a product in stock are not shown."
      action={
        <Button
          disabled={collections.length >= homeLimits.collections}
          onClick={() => onOpen({ kind: 'collection', item: null })}
        >
          <Rows3 aria-hidden="true" className="size-5" />
          New collection
        </Button>
      }
    >
      <SortableList
        label="Rows"
        items={items}
        onSort={(keys) =>
          onSort(keys.flatMap((key) => items.filter((item) => item.key === key).map(({ row }) => row)))
        }
      >
        {({ name, collection }) =>
          collection === undefined ? (
            <p className="flex min-h-11 flex-wrap items-center gap-2">
              <span className="font-semibold wrap-anywhere">{name}</span>
              <span className="text-sm text-ink-soft">Category</span>
            </p>
          ) : (
            <ItemRow
              item={collection}
              timeZone={timeZone}
              details={describeSource(collection)}
              onEdit={() => onOpen({ kind: 'collection', item: collection })}
              onDelete={() => onOpen({ kind: 'delete-collection', item: collection })}
            />
          )
        }
      </SortableList>
    </Section>
  );
}

function describeSource({ source, productCount }: Collection): string {
  if (source.kind === 'RULE') return `Collection by a rule, at most ${productCount} products`;
  const { length } = source.productIds;
  return `Collection of ${length === 1 ? '1 product' : `${length} products`}`;
}

const looks = { Shown: 'good', Planned: 'warning', Off: 'plain', Ended: 'plain' } as const;

interface ItemRowProps {
  item: Banner | Collection;
  timeZone: string;
  details: string;
  picture?: ReactNode;
  onEdit: () => void;
  onDelete: () => void;
}

function ItemRow({ item, timeZone, details, picture, onEdit, onDelete }: ItemRowProps) {
  const state = toScheduleState(item, new Date());
  const dates = describeDates(item, timeZone);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {picture}
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 text-base font-semibold wrap-anywhere">
          {item.title} <Chip look={looks[state]}>{state}</Chip>
        </p>
        <p className="wrap-anywhere text-ink-soft">{details}</p>
        {dates !== '' && <p className="text-ink-soft">{dates}</p>}
      </div>
      <div className="flex flex-none">
        <IconButton label={`Edit ${item.title}`} onClick={onEdit}>
          <Pencil aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton label={`Delete ${item.title}`} onClick={onDelete}>
          <Trash2 aria-hidden="true" className="size-5 text-danger" />
        </IconButton>
      </div>
    </div>
  );
}

const layoutKey = ['home-layout'];

type Order = Pick<HomeLayout, 'banners' | 'rows'>;

/**
 * Banners, collections and their order. A new order is shown at once and saved; while one is being saved, only the
 * latest of the next ones is kept. After an error the order of the server is shown.
 */
function useHomeLayout() {
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
      version,
      rows,
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
