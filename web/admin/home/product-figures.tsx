import { ChartNoAxesColumn, PackageCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { DashboardSummary } from '#contract/dashboard.ts';
import { productPath } from '#contract/rules/slug.ts';
import { Table } from '#web/ui/table.tsx';
import { Thumbnail } from '../thumbnail.tsx';
import { formatCount, formatRupees } from './figures.ts';
import { HomeSection, NothingHere } from './home-section.tsx';

/** Specification section 2: the list in which a product is found and edited. */
const editPath = (name: string) => `/dashboard/product?${new URLSearchParams({ q: name })}`;

const scarceColumns = [
  { title: 'Product' },
  { title: 'Sold', isNumber: true },
  { title: 'Left', isNumber: true },
];

/** What has to be ordered soon, with the way to write down what has come in. */
export function ScarceProducts({
  scarce,
  lowStockAt,
}: {
  scarce: DashboardSummary['scarce'];
  lowStockAt: number;
}) {
  return (
    <HomeSection
      id="scarce"
      title="Running out"
      lead="With what was sold in the last 7 days. Choose one to edit its stock."
    >
      {scarce.length === 0 ? (
        <NothingHere Icon={PackageCheck}>There are more than {lowStockAt} pieces of everything.</NothingHere>
      ) : (
        <Table label="Products that are running out" columns={scarceColumns}>
          {scarce.map(({ _id, name, image, unit, sold, stock }) => (
            <tr key={_id}>
              <ProductCell image={image} note={unit}>
                <Link to={editPath(name)} aria-label={`Edit the stock of ${name}`} className={linkClass}>
                  {name}
                </Link>
              </ProductCell>
              <td className="number">{formatCount(sold)}</td>
              <td className={`number font-bold ${stock === 0 ? 'text-danger' : ''}`}>{stock}</td>
            </tr>
          ))}
        </Table>
      )}
    </HomeSection>
  );
}

const topColumns = [
  { title: 'Product' },
  { title: 'Sold', isNumber: true },
  { title: 'Revenue', isNumber: true },
];

/** What sells, with what is left of it. */
export function TopProducts({ topProducts }: { topProducts: DashboardSummary['topProducts'] }) {
  return (
    <HomeSection id="top" title="Top products" lead="By pieces sold in the last 7 days.">
      {topProducts.length === 0 ? (
        <NothingHere Icon={ChartNoAxesColumn}>Nothing was sold in the last 7 days.</NothingHere>
      ) : (
        <Table label="Products that sold most" columns={topColumns}>
          {topProducts.map(({ _id, name, image, unit, stock, sold, revenue }) => (
            <tr key={_id}>
              <ProductCell image={image} note={`${unit} · ${leftOf(stock)}`}>
                {stock === null ? (
                  name
                ) : (
                  <Link to={productPath({ _id, name })} className={linkClass}>
                    {name}
                  </Link>
                )}
              </ProductCell>
              <td className="number">{formatCount(sold)}</td>
              <td className="number">{formatRupees(revenue)}</td>
            </tr>
          ))}
        </Table>
      )}
    </HomeSection>
  );
}

function leftOf(stock: number | null): string {
  if (stock === null) return 'no longer sold';
  return stock === 0 ? 'out of stock' : `${formatCount(stock)} left`;
}

const linkClass = 'underline-offset-2 hover:underline';

function ProductCell({ image, note, children }: { image: string; note: string; children: ReactNode }) {
  return (
    <th scope="row">
      <span className="flex min-w-0 items-center gap-3">
        {/* A box of its own: the margin of the picture is a part of the width around it. */}
        <span className="block size-11 flex-none">
          <Thumbnail src={image} sizes="2.75rem" className="rounded-sm" />
        </span>
        <span className="min-w-0">
          <span className="line-clamp-2 font-semibold">{children}</span>
          <span className="block text-xs font-normal text-ink-soft">{note}</span>
        </span>
      </span>
    </th>
  );
}
