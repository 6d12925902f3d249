import type { KeyboardEvent } from 'react';
import type { Product } from '#contract/product.ts';
import { stockLevelOf } from '#contract/rules/stock-level.ts';
import { type Figure, figureText } from './figure.ts';
import type { FigureEdit, FigureEdits } from './figure-edits.ts';
import { figureLabels } from './figure-labels.ts';

interface FigureCellProps {
  product: Product;
  figure: Figure;
  edit: FigureEdit | undefined;
  edits: FigureEdits;
  /** The id of the note that says what is wrong. */
  noteId: string;
}

/** A figure that is changed where it stands: Enter or leaving it saves, Escape gives up, the arrows go to other rows. */
export function FigureCell({ product, figure, edit, edits, noteId }: FigureCellProps) {
  const { _id, name } = product;
  const value = edit?.saving ?? product[figure];
  const isTyped = edit !== undefined && edit.typed !== null;
  const isWrong = edit !== undefined && edit.problem !== null;

  function act(event: KeyboardEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    if (event.key === 'Enter') {
      void edits.commit(_id, figure);
      // When it shows what is saved, so that the next digit replaces it; unless that was quicker.
      requestAnimationFrame(() => {
        if (input.dataset.typed === 'false') input.select();
      });
    } else if (event.key === 'Escape') {
      edits.cancel(_id, figure);
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      neighbourOf(input, figure, event.key === 'ArrowUp' ? -1 : 1)?.focus();
    }
  }

  return (
    <input
      className="figure"
      aria-label={`${figureLabels[figure]} of ${name}`}
      aria-invalid={isWrong}
      aria-describedby={isWrong ? noteId : undefined}
      aria-busy={edit !== undefined && edit.saving !== null}
      data-figure={figure}
      data-typed={isTyped}
      data-level={figure === 'stock' && !isTyped ? stockLevelOf(value) : undefined}
      // A telephone's keys for numbers have a plus only where it dials.
      inputMode={figure === 'stock' ? 'tel' : 'decimal'}
      enterKeyHint="done"
      autoComplete="off"
      maxLength={20}
      value={edit?.typed ?? figureText(figure, value)}
      onChange={(event) => edits.type(product, figure, event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => void edits.leave(_id, figure)}
      onKeyDown={act}
    />
  );
}

/** The same figure of the row above or below. */
function neighbourOf(input: HTMLInputElement, figure: Figure, step: -1 | 1): HTMLInputElement | undefined {
  const column = [
    ...(input.closest('table')?.querySelectorAll<HTMLInputElement>(`[data-figure="${figure}"]`) ?? []),
  ];
  return column[column.indexOf(input) + step];
}
