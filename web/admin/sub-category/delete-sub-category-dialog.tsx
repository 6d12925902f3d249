import type { SubCategory } from '#contract/sub-category.ts';
import { callApi } from '#web/api.ts';
import { showToast } from '#web/ui/toast.ts';
import { useCatalogueChanges } from '../catalogue.ts';
import { DeleteDialog } from '../delete-dialog.tsx';
import { Thumbnail } from '../thumbnail.tsx';

interface DeleteSubCategoryDialogProps {
  subCategory: SubCategory;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before a sub-category is deleted, and says how many products still belong to it. */
export function DeleteSubCategoryDialog({ subCategory, onDeleted, onClose }: DeleteSubCategoryDialogProps) {
  const { _id, name, image } = subCategory;
  const { subCategoryDeleted } = useCatalogueChanges();

  async function confirm() {
    const outcome = await callApi('deleteSubCategory', { _id });
    // Somebody else was quicker: what was wanted is so.
    const isGone = outcome.isOk || outcome.error.code === 'NOT_FOUND';
    if (!isGone) return outcome.error;
    subCategoryDeleted(_id);
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
    >
      <span className="w-14 flex-none">
        <Thumbnail src={image} sizes="3.5rem" className="rounded-md" />
      </span>
      <strong className="min-w-0 wrap-anywhere">{name}</strong>
    </DeleteDialog>
  );
}
