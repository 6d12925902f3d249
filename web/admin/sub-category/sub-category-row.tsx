import { Pencil, Trash2 } from 'lucide-react';
import type { SubCategory } from '#contract/sub-category.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Thumbnail } from '../thumbnail.tsx';

interface SubCategoryRowProps {
  subCategory: SubCategory;
  serialNumber: number;
  /** Shows the picture on the whole screen. */
  onEnlarge: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

export function SubCategoryRow(props: SubCategoryRowProps) {
  const { subCategory, serialNumber, onEnlarge, onEdit, onDelete } = props;
  const { name, image, category } = subCategory;
  return (
    <tr>
      <td className="number">{serialNumber}</td>
      <th scope="row" className="font-semibold wrap-anywhere">
        {name}
      </th>
      <td>
        <button
          type="button"
          aria-label={`Enlarge the picture of ${name}`}
          onClick={onEnlarge}
          className="block cursor-zoom-in rounded-md"
        >
          <Thumbnail src={image} sizes="2.75rem" className="size-11 rounded-md" />
        </button>
      </td>
      <td>
        <ul className="flex flex-wrap gap-1.5">
          {category.map(({ _id, name: categoryName }) => (
            <li key={_id} className="wrap-anywhere">
              <Chip>{categoryName}</Chip>
            </li>
          ))}
        </ul>
      </td>
      <td className="w-px">
        <div className="-mx-3 flex max-sm:flex-col">
          <IconButton label={`Edit ${name}`} onClick={onEdit}>
            <Pencil aria-hidden="true" className="size-5 text-leaf" />
          </IconButton>
          <IconButton label={`Delete ${name}`} onClick={onDelete}>
            <Trash2 aria-hidden="true" className="size-5 text-danger" />
          </IconButton>
        </div>
      </td>
    </tr>
  );
}
