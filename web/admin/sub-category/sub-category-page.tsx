import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SubCategory } from '#contract/sub-category.ts';
import { callApiOrThrow } from '#web/api.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table } from '#web/ui/table.tsx';
import { catalogueKey } from '../catalogue-key.ts';
import { OutOfReach } from '../out-of-reach.tsx';
import { PageHeading } from '../page-heading.tsx';
import { usePageNumber } from '../page-parameter.ts';
import { PictureViewer } from '../picture-viewer.tsx';
import { SubCategoryRow } from './sub-category-row.tsx';

/** Specification section 9. */
const pageSize = 10;
const columns = [
  { title: 'No', isNumber: true },
  { title: 'Name' },
  { title: 'Image' },
  { title: 'Category' },
];

export function meta() {
  return [{ title: 'Sub Category' }, { name: 'robots', content: 'noindex' }];
}

/** The sub-categories of the shop (`/dashboard/subcategory`). */
export default function SubCategoryPage() {
  const {
    data: subCategories,
    isPending,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: [catalogueKey, 'sub-categories'],
    queryFn: async ({ signal }) => (await callApiOrThrow('listSubCategories', {}, { signal })).data,
  });
  return (
    <>
      <PageHeading title="Sub Category" count={subCategories?.length} />
      {isPending ? (
        <Table label="Sub-categories" columns={columns} isBusy>
          <SkeletonRows />
        </Table>
      ) : subCategories === undefined ? (
        <OutOfReach subject="The sub-categories are" isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : subCategories.length === 0 ? (
        <EmptyState title="No Data">The shop has no sub-category yet.</EmptyState>
      ) : (
        <SubCategoryTable subCategories={subCategories} />
      )}
    </>
  );
}

function SubCategoryTable({ subCategories }: { subCategories: readonly SubCategory[] }) {
  const [wanted, goTo] = usePageNumber();
  const [enlarged, setEnlarged] = useState<SubCategory | null>(null);
  const totalPage = Math.ceil(subCategories.length / pageSize);
  const page = Math.min(wanted, totalPage);
  const first = (page - 1) * pageSize;
  return (
    <>
      <Table label="Sub-categories" columns={columns}>
        {subCategories.slice(first, first + pageSize).map((subCategory, index) => (
          <SubCategoryRow
            key={subCategory._id}
            subCategory={subCategory}
            serialNumber={first + index + 1}
            onEnlarge={() => setEnlarged(subCategory)}
          />
        ))}
      </Table>
      <Pager label="Sub-categories" page={page} totalPage={totalPage} onChoose={goTo} />
      {enlarged !== null && (
        <PictureViewer src={enlarged.image} name={enlarged.name} onClose={() => setEnlarged(null)} />
      )}
    </>
  );
}

function SkeletonRows() {
  return Array.from({ length: pageSize }, (_, index) => `slot ${index}`).map((key) => (
    <tr key={key}>
      <td className="number">
        <Skeleton className="h-4 w-4" />
      </td>
      <td>
        <Skeleton className="h-4 w-28" />
      </td>
      <td>
        <Skeleton className="size-11" />
      </td>
      <td>
        <Skeleton className="h-6 w-24" />
      </td>
    </tr>
  ));
}
