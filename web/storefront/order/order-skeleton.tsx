import { Skeleton } from '#web/ui/skeleton.tsx';

/** Stands where an order will be, with its geometry. */
export function OrderSkeleton() {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        Your order is loading …
      </p>
      <Skeleton className="mb-2 h-8 w-64" />
      <Skeleton className="mb-5 h-5 w-40" />
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-[minmax(0,1fr)_20rem] md:gap-6">
        <div className="space-y-4">
          <Skeleton className="h-96 rounded-lg" />
          <Skeleton className="h-56 rounded-lg" />
        </div>
        <div className="space-y-4">
          <Skeleton className="h-56 rounded-lg" />
          <Skeleton className="h-40 rounded-lg" />
        </div>
      </div>
    </div>
  );
}
