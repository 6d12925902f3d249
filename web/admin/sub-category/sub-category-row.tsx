import type { SubCategory } from '#contract/sub-category.ts';
import { Chip } from '#web/ui/chip.tsx';
import { Thumbnail } from '../thumbnail.tsx';

interface SubCategoryRowProps {
  subCategory: SubCategory;
  serialNumber: number;
  /** Shows the picture on the whole screen. */
  onEnlarge: () => void;
}

export function SubCategoryRow({ subCategory, serialNumber, onEnlarge }: SubCategoryRowProps) {
  const { name, image, category } = subCategory;
  return (
    <tr>
      <td className="number">{serialNumber}</td>
      <th scope="row" className="font-semibold">
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
            <li key={_id}>
              <Chip>{categoryName}</Chip>
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}
