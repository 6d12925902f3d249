import { PackagePlus } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export function meta() {
  return [{ title: 'Upload Product' }, { name: 'robots', content: 'noindex' }];
}

/** Where products will be added (`/dashboard/upload-product`); nothing leads here until they can be. */
export default function UploadProductPage() {
  return (
    <EmptyState
      heading="h1"
      art={
        <span className="flex size-32 items-center justify-center rounded-full bg-leaf-soft text-leaf">
          <PackagePlus aria-hidden="true" className="size-14" strokeWidth={1.5} />
        </span>
      }
      title="Upload Product"
      action={
        <Link to="/dashboard/product" className={buttonClass()}>
          See the products
        </Link>
      }
    >
      Products cannot be added here yet. For now they come from the demo catalogue, which an empty shop loads
      when it is first opened.
    </EmptyState>
  );
}
