import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import type { CodeAction, TypedCode } from './typed-code.ts';

interface CodeBoxesProps {
  /** What the code is, above the boxes. */
  legend: string;
  code: TypedCode;
  /** What somebody does, for `writeCode`. */
  onAction: (action: CodeAction) => void;
  /** What is wrong; marks the boxes and is read out. */
  error?: string | undefined;
}

/** A code of single digits, each in a box of its own. The keyboard follows `code.box`, from the beginning. */
export function CodeBoxes({ legend, code, onAction, error }: CodeBoxesProps) {
  const noteId = useId();
  const boxes = useRef<(HTMLInputElement | null)[]>([]);

  useEffect(() => {
    const input = boxes.current[code.box];
    input?.focus();
    // What is typed next takes the place of what is there.
    input?.select();
  }, [code]);

  function press(event: KeyboardEvent, box: number) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actionOf(event.key, box, code);
    if (action === null) return;
    event.preventDefault();
    onAction(action);
  }

  function paste(event: ClipboardEvent, box: number) {
    event.preventDefault();
    onAction({ type: 'paste', box, text: event.clipboardData.getData('text') });
  }

  return (
    <fieldset className="min-w-0" aria-describedby={error === undefined ? undefined : noteId}>
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      {/* On narrow screens a bit beyond the text, so that each box is wide enough for a finger. */}
      <div className="-mx-2 grid auto-cols-fr grid-flow-col gap-1.5 sm:mx-0 sm:gap-2.5">
        {code.digits.map((digit, box) => {
          const label = `Digit ${box + 1} of ${code.digits.length}`;
          return (
            <input
              key={label}
              ref={(input) => {
                boxes.current[box] = input;
              }}
              aria-label={label}
              aria-invalid={error !== undefined}
              // No maxlength: it would cut off a code that is filled in as a whole.
              type="text"
              inputMode="numeric"
              autoComplete="one-time-code"
              autoCorrect="off"
              spellCheck={false}
              className="h-14 w-full min-w-0 rounded-md border border-line bg-surface text-center font-semibold text-ink text-xl tabular-nums aria-invalid:border-danger"
              value={digit}
              onChange={(event) => onAction({ type: 'write', box, text: event.target.value })}
              onKeyDown={(event) => press(event, box)}
              onPaste={(event) => paste(event, box)}
              onFocus={(event) => event.target.select()}
            />
          );
        })}
      </div>
      {error !== undefined && (
        <p id={noteId} role="alert" className="mt-2 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function actionOf(key: string, box: number, { digits }: TypedCode): CodeAction | null {
  switch (key) {
    case 'Backspace':
      // In a box that holds a digit the browser knows best what it takes away.
      return digits[box] === '' ? { type: 'erase', box } : null;
    case 'ArrowLeft':
      return { type: 'move', box: box - 1 };
    case 'ArrowRight':
      return { type: 'move', box: box + 1 };
    case 'Home':
      return { type: 'move', box: 0 };
    case 'End':
      return { type: 'move', box: digits.length - 1 };
    default:
      return null;
  }
}
