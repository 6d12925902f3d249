import { PageHeading } from '#web/admin/page-parts.tsx';
import { Skeleton } from '#web/ui/loading.tsx';

export default function DashboardSkeleton() {
  return (
    <div aria-busy="true">
      <PageHeading title="Dashboard" />
      <div className="space-y-6">
        <div className="grid grid-cols-2 gap-3 lg:grid-cols-3 xl:grid-cols-5 [&>:last-child]:col-span-2 xl:[&>:last-child]:col-span-1">
          {['revenue', 'orders', 'items', 'promise', 'stock'].map((tile) => (
            <Skeleton key={tile} className="h-37 rounded-lg" />
          ))}
        </div>
        <Skeleton className="h-88 rounded-lg" />
        <div className="grid gap-6 xl:grid-cols-2">
          <Skeleton className="h-96 rounded-lg" />
          <Skeleton className="h-96 rounded-lg" />
        </div>
      </div>
    </div>
  );
}
