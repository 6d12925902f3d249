import type { SubCategory } from '#contract/products/category.ts';
import type { CategoryKind } from '#web/admin/catalogue-queries.ts';
import { anyInput } from '#web/admin/use-admin-form.tsx';
import { type CallOutcome, callApi } from '#web/api/client.ts';
import type { InputSchema } from '#web/forms/use-api-form.ts';

/** A category or a sub-category; only sub-categories belong to categories. */
export type CategoryItem = Omit<SubCategory, 'category'> & {
  category?: SubCategory['category'];
  hue?: number;
};

export interface CategoryValues {
  name: string;
  nameHindi: string;
  image: string;
  /** Ids of the parent categories, sorted: their order has no meaning. Empty for a category. */
  category: string[];
}

type Input = Partial<CategoryValues> & { _id?: string; updatedAt?: string };

interface KindOptions {
  addTitle: string;
  editTitle: string;
  /** Undefined: the title of the dialog. */
  submitLabel?: string;
  namePlaceholder: string;
  loadSchema: (isNew: boolean) => Promise<InputSchema>;
  toInput: (values: CategoryValues, version: CategoryItem | undefined) => Input;
  save: (
    values: CategoryValues,
    version: CategoryItem | undefined,
  ) => Promise<CallOutcome<'updateCategory'> | CallOutcome<'updateSubCategory'>>;
  remove: (id: string) => Promise<CallOutcome<'deleteCategory'>>;
}

/** Labels and API calls of categories and sub-categories. */
export const categoryKinds: Record<CategoryKind, KindOptions> = {
  category: {
    addTitle: 'Add Category',
    editTitle: 'Update category',
    namePlaceholder: 'Dairy, Bread & Eggs',
    loadSchema: (isNew) =>
      import('#contract/products/category.ts').then(({ addCategory, updateCategory }) =>
        isNew ? addCategory.input : updateCategory.input,
      ),
    toInput: ({ category: _none, ...fields }, version) => ({ ...fields, ...(version && toVersion(version)) }),
    save: ({ category: _none, ...fields }, version) =>
      version === undefined
        ? callApi('addCategory', fields)
        : callApi('updateCategory', { ...fields, ...toVersion(version) }),
    remove: (_id) => callApi('deleteCategory', { _id }),
  },
  subCategory: {
    addTitle: 'Add Sub Category',
    editTitle: 'Edit Sub Category',
    submitLabel: 'Submit',
    namePlaceholder: 'Bread & Pav',
    // An update is sent even if incomplete: the server reports what is missing.
    loadSchema: (isNew) =>
      import('#contract/products/category.ts').then(({ createSubCategory }) =>
        isNew ? createSubCategory.input : anyInput,
      ),
    toInput: (values, version) => ({ ...values, ...(version && toVersion(version)) }),
    save: (values, version) =>
      version === undefined
        ? callApi('createSubCategory', values)
        : callApi('updateSubCategory', { ...values, ...toVersion(version) }),
    remove: (_id) => callApi('deleteSubCategory', { _id }),
  },
};

function toVersion({ _id, updatedAt }: CategoryItem) {
  return { _id, updatedAt };
}
