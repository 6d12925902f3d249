import type { SubCategory } from '#contract/sub-category.ts';
import { callApi } from '#web/api.ts';
import { useCatalogueChanges } from '../catalogue.ts';
import { DeleteDialog } from '../delete-dialog.tsx';

interface DeleteSubCategoryDialogProps {
  subCategory: SubCategory;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before a sub-category is deleted, and says how many products still belong to it. */
export function DeleteSubCategoryDialog({ subCategory, onDeleted, onClose }: DeleteSubCategoryDialogProps) {
  const { _id, name, image } = subCategory;
  const { subCategoryDeleted } = useCatalogueChanges();
  return (
    <DeleteDialog
      name={name}
      image={image}
      question="Are you sure permanent delete ?"
      confirmLabel="Confirm"
      send={() => callApi('deleteSubCategory', { _id })}
      onGone={() => subCategoryDeleted(_id)}
      onDeleted={onDeleted}
      onClose={onClose}
    />
  );
}
