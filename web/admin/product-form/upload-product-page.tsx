import { useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import { productPath } from '#contract/base/slug.ts';
import type { AdminProduct } from '#contract/products/product.ts';
import { useUnsavedChanges } from '#web/admin/dialog-form.tsx';
import { PageHeading, staffMeta } from '#web/admin/page-parts.tsx';
import { Button } from '#web/ui/button.tsx';
import { SuccessDialog } from '#web/ui/dialog.tsx';
import { ProductFields } from './product-fields.tsx';
import { useProductForm } from './use-product-form.ts';

export const meta = staffMeta('Upload Product');

/** `/dashboard/upload-product` */
export default function UploadProductPage() {
  const id = useId();
  const [created, setCreated] = useState<AdminProduct | null>(null);
  const form = useProductForm({
    onSaved: (product) => {
      setCreated(product);
      form.empty();
    },
  });
  const { question } = useUnsavedChanges(form.isUnsaved);

  const { setFocus } = form;
  useEffect(() => {
    if (created === null) return;
    // The next product starts with its name.
    return () => setFocus('name');
  }, [created, setFocus]);

  function startNext() {
    setCreated(null);
    // Emptied again: after a submission a form validates while typing.
    form.empty();
  }

  return (
    <>
      <PageHeading title="Upload Product" />
      <ProductFields id={id} form={form} />
      <div
        data-bottom-bar="tall"
        className="sticky bottom-(--bottom-bar-height) z-10 mt-6 border-t border-line bg-canvas py-3 md:bottom-0 short:static"
      >
        <Button type="submit" form={id} isWide isBusy={form.isBusy}>
          Submit
        </Button>
      </div>
      {created !== null && (
        <SuccessDialog title="Product added" onClose={startNext}>
          {created.name} was created.{' '}
          <Link to={productPath(created)} className="font-semibold text-leaf underline underline-offset-4">
            View product
          </Link>
        </SuccessDialog>
      )}
      {question}
    </>
  );
}
