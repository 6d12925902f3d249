import { Link } from 'react-router';
import type { Category } from '#contract/category.ts';
import { callApi } from '#web/api.ts';
import { useCatalogueChanges } from '../catalogue.ts';
import { DeleteDialog } from '../delete-dialog.tsx';

interface DeleteCategoryDialogProps {
  category: Category;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before a category is deleted (specification section 2), and says what still belongs to it. */
export function DeleteCategoryDialog({ category, onDeleted, onClose }: DeleteCategoryDialogProps) {
  const { _id, name, image, hue } = category;
  const { categoryDeleted } = useCatalogueChanges();
  return (
    <DeleteDialog
      name={name}
      image={image}
      hue={hue}
      question="Are you sure permanent delete ?"
      confirmLabel="Confirm"
      send={() => callApi('deleteCategory', { _id })}
      onGone={() => categoryDeleted(_id)}
      onDeleted={onDeleted}
      onClose={onClose}
      wayOut={({ code, details }) =>
        code === 'IN_USE' &&
        details.subCategories !== 0 && (
          <Link
            to={`/dashboard/subcategory?category=${_id}`}
            className="flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            See its sub-categories
          </Link>
        )
      }
    />
  );
}
