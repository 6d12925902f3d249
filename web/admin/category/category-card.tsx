import { Pencil, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import type { Category } from '#contract/category.ts';
import { Thumbnail } from '../thumbnail.tsx';

const tileWidths = '(min-width: 1280px) 11rem, (min-width: 768px) 13rem, 44vw';

interface CategoryCardProps {
  category: Category;
  /** How many sub-categories lie in it; undefined while nobody knows. */
  subCategoryCount: number | undefined;
  onEdit: () => void;
  onDelete: () => void;
}

/** A category with what can be done with it. */
export function CategoryCard({ category, subCategoryCount, onEdit, onDelete }: CategoryCardProps) {
  const { _id, name, image, hue } = category;
  const action =
    'flex min-h-11 flex-1 items-center justify-center gap-2 text-sm font-semibold transition-colors duration-(--brief) focus-visible:-outline-offset-2';
  return (
    <li className="flex flex-col overflow-hidden rounded-lg border border-line bg-surface">
      <Thumbnail src={image} hue={hue} sizes={tileWidths} />
      <div className="flex flex-1 flex-col items-center px-2 pt-3 text-center">
        <h2 className="font-sans text-base font-semibold tracking-normal wrap-anywhere">{name}</h2>
        <p className="mt-auto flex min-h-11 items-center text-sm text-ink-soft">
          {subCategoryCount !== undefined && (
            <Link
              to={`/dashboard/subcategory?category=${_id}`}
              className="flex min-h-11 items-center px-2 underline-offset-4 hover:text-leaf hover:underline"
            >
              {countText(subCategoryCount)}
              <span className="sr-only"> of {name}</span>
            </Link>
          )}
        </p>
      </div>
      <div className="flex divide-x divide-line border-t border-line">
        <button
          type="button"
          aria-label={`Edit ${name}`}
          onClick={onEdit}
          className={`${action} rounded-bl-lg text-leaf hover:bg-leaf-soft`}
        >
          <Pencil aria-hidden="true" className="size-4" />
          Edit
        </button>
        <button
          type="button"
          aria-label={`Delete ${name}`}
          onClick={onDelete}
          className={`${action} rounded-br-lg text-danger hover:bg-danger-soft`}
        >
          <Trash2 aria-hidden="true" className="size-4" />
          Delete
        </button>
      </div>
    </li>
  );
}

function countText(count: number): string {
  if (count === 0) return 'No sub-category';
  return count === 1 ? '1 sub-category' : `${count} sub-categories`;
}
