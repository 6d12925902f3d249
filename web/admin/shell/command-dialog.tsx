import { useQueries } from '@tanstack/react-query';
import { useCombobox } from 'downshift';
import { ClipboardList, ListChecks, type LucideIcon, Settings, ShoppingBag, User } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { matchesWords } from '#web/admin/search-box.tsx';
import { mayOpen } from '#web/admin/staff-link.tsx';
import { searchSettings, useAllowedSections } from '#web/admin/store/settings-index.tsx';
import type { SettingsTarget } from '#web/admin/store/settings-section.tsx';
import { callApiOrThrow } from '#web/api/client.ts';
import { adminSections, openingPath } from '#web/base/admin-sections.ts';
import { queryClient } from '#web/session/query-client.ts';
import { useSession } from '#web/session/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';

interface Target {
  path: string;
  label: string;
  note: string;
  /** The note is in Hindi. */
  isHindi?: boolean;
  /** What gets the focus on the page. */
  state?: SettingsTarget;
  Icon: LucideIcon;
}

const pages: readonly Target[] = [
  ...adminSections.flatMap((section) =>
    section.pages.map(({ label, path, Icon }) => ({ label, path, Icon, note: section.label })),
  ),
  // Not in the menu: the dashboard shows it until the store is open.
  { label: 'Open your store', path: openingPath, note: 'Store', Icon: ListChecks },
];

/**
 * The pages and sections of the settings that contain the words, then what the server finds: products last, whose
 * search finds similar words.
 */
function useTargets(typed: string): { targets: Target[]; isLoading: boolean } {
  const { user } = useSession();
  const search = typed.trim();
  const found = useQueries(
    {
      queries: finders
        .filter(({ path }) => mayOpen(user, path))
        .map(({ find }) => ({
          queryKey: ['command-search', find.name, search],
          queryFn: ({ signal }: { signal: AbortSignal }) => find(search, signal),
          enabled: search.length > 1,
        })),
    },
    queryClient,
  );
  const sections = useAllowedSections();
  const opened = pages.filter(({ path }) => mayOpen(user, path));
  const named = opened.filter(({ label }) => matchesWords(label, typed));
  const inGroup = opened.filter((page) => matchesWords(page.note, typed) && !named.includes(page));
  return {
    targets: [
      ...named,
      ...findSettings(search, sections),
      ...inGroup,
      ...found.flatMap(({ data }) => data ?? []),
    ],
    isLoading: found.some(({ isFetching }) => isFetching),
  };
}

/** What the server finds, each for those who may open its page. */
const finders = [
  { find: findOrders, path: '/dashboard/orders' },
  { find: findCustomers, path: '/dashboard/customers' },
  { find: findProducts, path: '/dashboard/product' },
];

const limit = 5;

/** Sections first, then their fields, by their words in English or Hindi. */
function findSettings(search: string, allowed: readonly string[]): Target[] {
  const found = searchSettings(search).filter(({ id }) => allowed.includes(id));
  const sections = found.filter(({ field }) => field === undefined);
  const fields = found.filter(({ field }) => field !== undefined);
  return [...sections, ...fields].slice(0, limit).map(({ id, field, title, hindi }) => ({
    path: `/dashboard/settings#${id}`,
    label: field ?? title,
    note: hindi ?? (field === undefined ? 'Settings' : `Settings, ${title}`),
    isHindi: hindi !== undefined,
    state: { focus: { field } },
    Icon: Settings,
  }));
}

async function findOrders(search: string, signal: AbortSignal): Promise<Target[]> {
  const { data } = await callApiOrThrow('listBoard', { status: 'ALL', search, limit }, { signal });
  return data.map(({ _id, orderId, shopper, totalAmt }) => ({
    path: `/dashboard/orders?order=${_id}`,
    label: orderId,
    note: `${shopper.name}, ₹${totalAmt.toLocaleString('en-IN')}`,
    Icon: ClipboardList,
  }));
}

async function findProducts(search: string, signal: AbortSignal): Promise<Target[]> {
  const { data } = await callApiOrThrow('listStock', { search, limit }, { signal });
  return data.map(({ name, unit, sku, stock }) => ({
    path: `/dashboard/product?${new URLSearchParams({ q: sku === '' ? name : sku })}`,
    label: `${name}, ${unit}`,
    note: `${stock} available`,
    Icon: ShoppingBag,
  }));
}

async function findCustomers(search: string, signal: AbortSignal): Promise<Target[]> {
  const { data } = await callApiOrThrow('listCustomers', { search, limit }, { signal });
  return data.map(({ _id, name, email }) => ({
    path: `/dashboard/customers/${_id}`,
    label: name,
    note: email,
    Icon: User,
  }));
}

/** Finds pages, settings, orders, products and customers; Enter opens the first. */
export function CommandDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const { targets, isLoading } = useTargets(typed);
  const { getInputProps, getItemProps, getMenuProps, highlightedIndex } = useCombobox<Target>({
    items: targets,
    isOpen: true,
    inputValue: typed,
    selectedItem: null,
    defaultHighlightedIndex: 0,
    itemToString: (target) => target?.label ?? '',
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem === null) return;
      onClose();
      void navigate(selectedItem.path, { state: selectedItem.state });
    },
  });
  return (
    <Dialog title="Search" onClose={onClose}>
      <input
        className="h-12 w-full rounded-md border border-line bg-surface px-3 text-base"
        {...getInputProps({
          'aria-label': 'Pages, settings, orders, products and customers',
          'aria-labelledby': undefined,
          autoFocus: true,
          type: 'search',
          placeholder: 'Page, setting, order, product, customer',
          enterKeyHint: 'go',
          autoComplete: 'off',
          maxLength: 100,
          ...(targets.length === 0 && { 'aria-activedescendant': '' }),
          // Set synchronously: a controlled input that is updated later loses characters.
          onChange: ({ target }) => {
            if (target instanceof HTMLInputElement) setTyped(target.value);
          },
          onKeyDown: (event) => {
            // The dialog closes; the combobox would clear the input first.
            if (event.key === 'Escape') Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
          },
        })}
      />
      <ul
        {...getMenuProps({ 'aria-label': 'Found', 'aria-labelledby': undefined })}
        className="mt-2 min-h-40"
      >
        {targets.map((target, index) => (
          <li
            key={target.path + target.label}
            {...getItemProps({ item: target, index })}
            className={`flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-1 ${highlightedIndex === index ? 'bg-sunken' : ''}`}
          >
            <target.Icon aria-hidden="true" className="size-5 flex-none text-ink-soft" />
            <span className="min-w-0 flex-1 wrap-anywhere">{target.label}</span>
            <span
              lang={target.isHindi ? 'hi' : undefined}
              className="max-w-1/2 flex-none truncate text-sm text-ink-soft"
            >
              {target.note}
            </span>
          </li>
        ))}
      </ul>
      <p role="status" className={targets.length > 0 ? 'sr-only' : 'px-3 text-ink-soft'}>
        {isLoading ? 'Searching…' : targets.length === 0 ? 'No results' : `${targets.length} found`}
      </p>
    </Dialog>
  );
}
