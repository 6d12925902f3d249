import { ChartNoAxesColumn, type LucideIcon, PackageCheck, SearchCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { productPath } from '#contract/base/slug.ts';
import type { DashboardSummary } from '#contract/reports/dashboard.ts';
import { formatCount, formatRupees } from '#web/admin/formats.ts';
import { Thumbnail } from '#web/admin/page-parts.tsx';
import { StaffLink } from '#web/admin/staff-link.tsx';
import { numberCell, Table } from '#web/admin/table.tsx';

interface DashboardSectionProps {
  id: string;
  title: string;
  lead: string;
  children: ReactNode;
}

function DashboardSection({ id, title, lead, children }: DashboardSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="min-w-0">
      <h2 id={`${id}-heading`} className="text-lg">
        {title}
      </h2>
      <p className="mb-3 text-sm text-ink-soft">{lead}</p>
      {children}
    </section>
  );
}

function EmptyListNote({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="flex items-center gap-3 rounded-lg border border-line bg-surface p-4 text-ink-soft">
      <Icon aria-hidden="true" className="size-5 flex-none text-leaf" />
      <span>{children}</span>
    </p>
  );
}

/** The product list, filtered to this product. */
const editPath = (name: string) => `/dashboard/product?${new URLSearchParams({ q: name })}`;

const lowStockColumns = [
  { title: 'Product' },
  { title: 'Sold', isNumber: true },
  { title: 'Left', isNumber: true },
];

export function LowStockProducts({
  scarce,
  lowStockAt,
}: {
  scarce: DashboardSummary['scarce'];
  lowStockAt: number;
}) {
  return (
    <DashboardSection
      id="scarce"
      title="Running out"
      lead="Pieces sold in the last 7 days. Select a product to edit its stock."
    >
      {scarce.length === 0 ? (
        <EmptyListNote Icon={PackageCheck}>
          Every product has more than {lowStockAt} pieces, or than its own threshold.
        </EmptyListNote>
      ) : (
        <Table label="Products that are running out" columns={lowStockColumns}>
          {scarce.map(({ _id, name, image, unit, sold, stock }) => (
            <tr key={_id}>
              <ProductCell image={image} note={unit}>
                <StaffLink to={editPath(name)} aria-label={`Edit the stock of ${name}`} className={linkClass}>
                  {name}
                </StaffLink>
              </ProductCell>
              <td className={numberCell}>{formatCount(sold)}</td>
              <td className={`${numberCell} font-bold ${stock === 0 ? 'text-danger' : ''}`}>{stock}</td>
            </tr>
          ))}
        </Table>
      )}
    </DashboardSection>
  );
}

const topColumns = [
  { title: 'Product' },
  { title: 'Sold', isNumber: true },
  { title: 'Value', isNumber: true },
];

export function TopProducts({ topProducts }: { topProducts: DashboardSummary['topProducts'] }) {
  return (
    <DashboardSection id="top" title="Top products" lead="By pieces sold in the last 7 days.">
      {topProducts.length === 0 ? (
        <EmptyListNote Icon={ChartNoAxesColumn}>No sales in the last 7 days.</EmptyListNote>
      ) : (
        <Table label="Top products" columns={topColumns}>
          {topProducts.map(({ _id, name, image, unit, stock, sold, revenue }) => (
            <tr key={_id}>
              <ProductCell image={image} note={`${unit} · ${stockText(stock)}`}>
                {stock === null ? (
                  name
                ) : (
                  <Link to={productPath({ _id, name })} className={linkClass}>
                    {name}
                  </Link>
                )}
              </ProductCell>
              <td className={numberCell}>{formatCount(sold)}</td>
              <td className={numberCell}>{formatRupees(revenue)}</td>
            </tr>
          ))}
        </Table>
      )}
    </DashboardSection>
  );
}

function stockText(stock: number | null): string {
  if (stock === null) return 'no longer sold';
  return stock === 0 ? 'out of stock' : `${formatCount(stock)} left`;
}

const linkClass = 'underline-offset-2 hover:underline';

function ProductCell({ image, note, children }: { image: string; note: string; children: ReactNode }) {
  return (
    <th scope="row">
      <span className="flex min-w-0 items-center gap-3">
        {/* A separate box: a margin on the image would count towards its width. */}
        <span className="block size-11 flex-none">
          <Thumbnail src={image} sizes="2.75rem" className="rounded-sm" />
        </span>
        <span className="min-w-0">
          <span className="line-clamp-2 font-semibold wrap-anywhere">{children}</span>
          <span className="block text-xs font-normal text-ink-soft">{note}</span>
        </span>
      </span>
    </th>
  );
}

const columns = [{ title: 'Searched for' }, { title: 'Times', isNumber: true }];

export function ZeroResultSearches({ missed }: { missed: DashboardSummary['missedSearches'] }) {
  return (
    <DashboardSection
      id="missed"
      title="Searches without results"
      lead="In the last 7 days. Add these products, or add the words to product descriptions."
    >
      {missed.length === 0 ? (
        <EmptyListNote Icon={SearchCheck}>Every search returned results.</EmptyListNote>
      ) : (
        <Table label="Searches without results" columns={columns}>
          {missed.map(({ words, count }) => (
            <tr key={words}>
              <th scope="row" className="font-normal wrap-anywhere">
                {words}
              </th>
              <td className={numberCell}>{formatCount(count)}</td>
            </tr>
          ))}
        </Table>
      )}
    </DashboardSection>
  );
}
