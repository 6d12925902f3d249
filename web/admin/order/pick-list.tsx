import { PackageX } from 'lucide-react';
import { Fragment, useId } from 'react';
import type { BoardOrder } from '#contract/order-board.ts';
import { formatPaise, productPricePaise } from '#contract/rules/money.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Picture } from '#web/ui/picture.tsx';

type Line = BoardOrder['items'][number];

interface PickListProps {
  lines: readonly Line[];
  /** Whether lines can be ticked and taken off: while the order is in the shop. */
  isOpen: boolean;
  onPick: (line: Line, isPicked: boolean) => void;
  onTakeOff: (line: Line) => void;
}

/** The lines of an order for the walk along the shelves, one category after the other. */
export function PickList({ lines, isOpen, onPick, onTakeOff }: PickListProps) {
  return (
    <ul>
      {lines.map((line, index) => (
        <Fragment key={line.position}>
          {line.category !== lines[index - 1]?.category && (
            <li className="mt-3 border-b border-line pb-1 text-sm font-semibold text-ink-soft first:mt-0">
              {line.category === '' ? 'Elsewhere' : line.category}
            </li>
          )}
          <PickLine
            line={line}
            isOpen={isOpen}
            onPick={(picked) => onPick(line, picked)}
            onTakeOff={() => onTakeOff(line)}
          />
        </Fragment>
      ))}
    </ul>
  );
}

interface PickLineProps {
  line: Line;
  isOpen: boolean;
  onPick: (isPicked: boolean) => void;
  onTakeOff: () => void;
}

function PickLine({ line, isOpen, onPick, onTakeOff }: PickLineProps) {
  const id = useId();
  const { name, quantity, unit, isPicked, isTakenOff } = line;
  const isActive = isOpen && !isTakenOff;
  return (
    <li className="pick-line" data-picked={isPicked} data-off={isTakenOff}>
      {isActive ? (
        <label htmlFor={id} className="what">
          <span className="choice">
            <input
              id={id}
              type="checkbox"
              checked={isPicked}
              aria-label={`${quantity} × ${name}, ${unit}`}
              onChange={(event) => onPick(event.target.checked)}
            />
          </span>
          <Goods line={line} />
        </label>
      ) : (
        <div className="what">
          <span className="choice" />
          <Goods line={line} />
        </div>
      )}
      {isActive && (
        <IconButton label={`${name} cannot be picked`} onClick={onTakeOff}>
          <PackageX aria-hidden="true" className="size-5 text-ink-soft" />
        </IconButton>
      )}
    </li>
  );
}

function Goods({ line }: { line: Line }) {
  const { name, unit, image, quantity, isTakenOff } = line;
  return (
    <>
      <span className="size-12 flex-none overflow-hidden rounded-sm bg-sunken p-0.5">
        <Picture src={image} alt="" width={48} height={48} sizes="48px" />
      </span>
      <span className="min-w-0 py-2 text-sm">
        <span className="name line-clamp-2 font-semibold">{name}</span>
        <span className="text-ink-soft">
          <b className="text-ink tabular-nums">{quantity}</b> × {unit} ·{' '}
          <span className="tabular-nums">{formatPaise(productPricePaise(line) * quantity)}</span>
        </span>
        {isTakenOff && <span className="block font-semibold text-danger">Taken off</span>}
      </span>
    </>
  );
}
