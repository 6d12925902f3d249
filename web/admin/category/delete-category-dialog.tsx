import { Link } from 'react-router';
import type { Category } from '#contract/category.ts';
import { callApi } from '#web/api.ts';
import { showToast } from '#web/ui/toast.ts';
import { useCatalogueChanges } from '../catalogue.ts';
import { DeleteDialog } from '../delete-dialog.tsx';
import { Thumbnail } from '../thumbnail.tsx';

interface DeleteCategoryDialogProps {
  category: Category;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before a category is deleted (specification section 2), and says what still belongs to it. */
export function DeleteCategoryDialog({ category, onDeleted, onClose }: DeleteCategoryDialogProps) {
  const { _id, name, image, hue } = category;
  const { categoryDeleted } = useCatalogueChanges();

  async function confirm() {
    const outcome = await callApi('deleteCategory', { _id });
    // Somebody else was quicker: what was wanted is so.
    const isGone = outcome.isOk || outcome.error.code === 'NOT_FOUND';
    if (!isGone) return outcome.error;
    categoryDeleted(_id);
    showToast('success', outcome.isOk ? outcome.answer.message : outcome.error.message);
    return null;
  }

  return (
    <DeleteDialog
      question="Are you sure permanent delete ?"
      confirmLabel="Confirm"
      onConfirm={confirm}
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
    >
      <span className="w-14 flex-none">
        <Thumbnail src={image} hue={hue} sizes="3.5rem" className="rounded-md" />
      </span>
      <strong className="min-w-0 wrap-anywhere">{name}</strong>
    </DeleteDialog>
  );
}
