import { Eye, History, Pencil, Trash2 } from 'lucide-react';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import type { Product } from '#contract/product.ts';
import { productPath } from '#contract/rules/slug.ts';

/** What can be done with one product. */
export type Action = 'edit' | 'history' | 'delete';

interface RowActionsProps {
  product: Product;
  onAct: (action: Action, product: Product) => void;
}

/** Edit, look back, look at it as shoppers do, delete: small, for there is one of each in every row. */
export function RowActions({ product, onAct }: RowActionsProps) {
  const { name } = product;
  return (
    <span className="actions">
      <ActionButton
        label={`Edit ${name}`}
        title="Edit"
        Icon={Pencil}
        onClick={() => onAct('edit', product)}
      />
      <ActionButton
        label={`History of ${name}`}
        title="History"
        Icon={History}
        onClick={() => onAct('history', product)}
      />
      <Link to={productPath(product)} aria-label={`${name} in the shop`} title="See it in the shop">
        <Eye aria-hidden="true" className="size-4" />
      </Link>
      <ActionButton
        label={`Delete ${name}`}
        title="Delete"
        Icon={Trash2}
        onClick={() => onAct('delete', product)}
      />
    </span>
  );
}

interface ActionButtonProps {
  label: string;
  title: string;
  Icon: ComponentType<{ className: string; 'aria-hidden': 'true' }>;
  onClick: () => void;
}

function ActionButton({ label, title, Icon, onClick }: ActionButtonProps) {
  return (
    <button type="button" aria-label={label} title={title} onClick={onClick}>
      <Icon aria-hidden="true" className="size-4" />
    </button>
  );
}
