import { Link } from 'react-router';
import type { Category, SubCategory } from '#contract/category.ts';
import { useCatalogueInvalidation } from '#web/admin/catalogue-queries.ts';
import { DeleteDialog } from '#web/admin/delete-dialog.tsx';
import { callApi } from '#web/api/client.ts';

interface DeleteCategoryDialogProps {
  category: Category;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteCategoryDialog({ category, onDeleted, onClose }: DeleteCategoryDialogProps) {
  const { _id, name, image, hue } = category;
  const { removeCategory } = useCatalogueInvalidation();
  return (
    <DeleteDialog
      name={name}
      image={image}
      hue={hue}
      question="Are you sure permanent delete ?"
      confirmLabel="Confirm"
      send={() => callApi('deleteCategory', { _id })}
      onGone={() => removeCategory(_id)}
      onDeleted={onDeleted}
      onClose={onClose}
      errorAction={({ code, details }) =>
        code === 'IN_USE' &&
        details.subCategories !== 0 && (
          <Link
            to={`/dashboard/subcategory?category=${_id}`}
            className="flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            View sub-categories
          </Link>
        )
      }
    />
  );
}

interface DeleteSubCategoryDialogProps {
  subCategory: SubCategory;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteSubCategoryDialog({ subCategory, onDeleted, onClose }: DeleteSubCategoryDialogProps) {
  const { _id, name, image } = subCategory;
  const { removeSubCategory } = useCatalogueInvalidation();
  return (
    <DeleteDialog
      name={name}
      image={image}
      question="Are you sure permanent delete ?"
      confirmLabel="Confirm"
      send={() => callApi('deleteSubCategory', { _id })}
      onGone={() => removeSubCategory(_id)}
      onDeleted={onDeleted}
      onClose={onClose}
    />
  );
}
