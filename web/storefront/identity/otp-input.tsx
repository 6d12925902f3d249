import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { toAsciiDigits } from '#contract/base/digits.ts';
import { t } from '#web/texts/t.ts';

/** The state of a one-time code: a digit or '' for each box, and the focused box. */
export interface OtpState {
  digits: readonly string[];
  box: number;
}

export type OtpAction =
  /** Typed, or filled in by the browser: `text` is the whole value of the box. */
  | { type: 'write'; box: number; text: string }
  | { type: 'paste'; box: number; text: string }
  /** Backspace in an empty box. */
  | { type: 'erase'; box: number }
  | { type: 'move'; box: number }
  | { type: 'clear' };

export function emptyOtp(length: number): OtpState {
  return { digits: Array.from({ length }, () => ''), box: 0 };
}

export function isOtpComplete({ digits }: OtpState): boolean {
  return digits.every((digit) => digit !== '');
}

export function toOtpText({ digits }: OtpState): string {
  return digits.join('');
}

/** Reducer. Text without a digit changes nothing. */
export function otpReducer(code: OtpState, action: OtpAction): OtpState {
  switch (action.type) {
    case 'write':
      if (action.text === '') return withDigits(code, action.box, [''], action.box);
      return fill(code, action.box, added(code, action.box, action.text));
    case 'paste':
      return fill(code, action.box, codeIn(action.text, code.digits.length));
    case 'erase':
      return withDigits(code, Math.max(action.box - 1, 0), [''], action.box - 1);
    case 'move':
      return { ...code, box: boxOf(code, action.box) };
    case 'clear':
      return emptyOtp(code.digits.length);
  }
}

/** The new digits of a box, without the old one: the caret can be on either side of it. */
function added({ digits }: OtpState, box: number, text: string): string {
  const typed = codeIn(text, digits.length);
  const old = digits[box] ?? '';
  // As many digits as boxes are a whole code that replaced the value.
  if (old === '' || typed.length < 2 || typed.length === digits.length) return typed;
  if (typed.startsWith(old)) return typed.slice(1);
  return typed.endsWith(old) ? typed.slice(0, -1) : typed;
}

function fill(code: OtpState, box: number, digits: string): OtpState {
  if (digits === '') return code;
  const first = digits.length === code.digits.length ? 0 : box;
  return withDigits(code, first, [...digits], first + digits.length);
}

function withDigits(code: OtpState, first: number, changed: readonly string[], box: number): OtpState {
  const digits = code.digits.map((digit, index) => changed[index - first] ?? digit);
  return { digits, box: boxOf(code, box) };
}

function boxOf({ digits }: OtpState, box: number): number {
  return Math.min(Math.max(box, 0), digits.length - 1);
}

/** The digits of a text, at most `length`; if it contains exactly `length` adjacent digits, those. */
function codeIn(text: string, length: number): string {
  const ascii = toAsciiDigits(text);
  const [whole] = new RegExp(`(?<!\\d)\\d{${length}}(?!\\d)`).exec(ascii) ?? [];
  return whole ?? ascii.replace(/\D/g, '').slice(0, length);
}

interface OtpInputProps {
  legend: string;
  code: OtpState;
  /** Actions for `otpReducer`. */
  onAction: (action: OtpAction) => void;
  error?: string | undefined;
}

/** One input for each digit. The focus follows `code.box`, also when mounted. */
export function OtpInput({ legend, code, onAction, error }: OtpInputProps) {
  const noteId = useId();
  const boxes = useRef<(HTMLInputElement | null)[]>([]);

  useEffect(() => {
    const input = boxes.current[code.box];
    input?.focus();
    // The next digit replaces the selected one.
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
      <div className="grid auto-cols-fr grid-flow-col gap-[min(0.375rem,1.6vw)] sm:gap-2.5">
        {code.digits.map((digit, box) => {
          const label = t('ui.digitOf', { number: box + 1, total: code.digits.length });
          return (
            <input
              key={label}
              ref={(input) => {
                boxes.current[box] = input;
              }}
              aria-label={label}
              aria-invalid={error !== undefined}
              // No maxlength: it would truncate a code that is filled in as a whole.
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

function actionOf(key: string, box: number, { digits }: OtpState): OtpAction | null {
  switch (key) {
    case 'Backspace':
      // In a filled box the browser deletes the digit.
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
