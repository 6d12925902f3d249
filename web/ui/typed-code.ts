/** A code in its boxes: a digit or nothing in each, and the box that the keyboard is to be in. */
export interface TypedCode {
  digits: readonly string[];
  box: number;
}

/** What somebody does to a code, and in which box. */
export type CodeAction =
  /** Typed or filled in by the browser: `text` is all that the box holds by now. */
  | { type: 'write'; box: number; text: string }
  | { type: 'paste'; box: number; text: string }
  /** Backspace in an empty box. */
  | { type: 'erase'; box: number }
  | { type: 'move'; box: number }
  | { type: 'clear' };

/** A code of which nothing is typed yet. */
export function emptyCode(length: number): TypedCode {
  return { digits: Array.from({ length }, () => ''), box: 0 };
}

export function isComplete({ digits }: TypedCode): boolean {
  return digits.every((digit) => digit !== '');
}

export function codeText({ digits }: TypedCode): string {
  return digits.join('');
}

/** The code after an action: a reducer. What holds no digit changes nothing. */
export function writeCode(code: TypedCode, action: CodeAction): TypedCode {
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
      return emptyCode(code.digits.length);
  }
}

/** The digits that came into a box, without the one that was there: the caret may stand on either side of it. */
function added({ digits }: TypedCode, box: number, text: string): string {
  const typed = codeIn(text, digits.length);
  const old = digits[box] ?? '';
  // As many as the boxes are, they are a whole code that has replaced what was there.
  if (old === '' || typed.length < 2 || typed.length === digits.length) return typed;
  if (typed.startsWith(old)) return typed.slice(1);
  return typed.endsWith(old) ? typed.slice(0, -1) : typed;
}

function fill(code: TypedCode, box: number, digits: string): TypedCode {
  if (digits === '') return code;
  const first = digits.length === code.digits.length ? 0 : box;
  return withDigits(code, first, [...digits], first + digits.length);
}

function withDigits(code: TypedCode, first: number, changed: readonly string[], box: number): TypedCode {
  const digits = code.digits.map((digit, index) => changed[index - first] ?? digit);
  return { digits, box: boxOf(code, box) };
}

function boxOf({ digits }: TypedCode, box: number): number {
  return Math.min(Math.max(box, 0), digits.length - 1);
}

/** The digits of a text, at most `length`: those that stand together like a code if there are such ones. */
function codeIn(text: string, length: number): string {
  const ascii = text.replace(/\p{Nd}/gu, asciiDigit);
  const [whole] = new RegExp(`(?<!\\d)\\d{${length}}(?!\\d)`).exec(ascii) ?? [];
  return whole ?? ascii.replace(/\D/g, '').slice(0, length);
}

// Where the digits begin in Unicode: as in ASCII, Arabic, Persian, the scripts of India from Devanagari to Malayalam,
// and full width.
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xff10];

function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  const zero = zeros.find((first) => point >= first && point < first + 10);
  return zero === undefined ? digit : String(point - zero);
}
