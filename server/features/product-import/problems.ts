import type { ProductColumn } from '#contract/rules/product-file.ts';

/** What can be wrong with a file of products (docs/import.md). */
export type ProblemCode =
  // The file
  | 'UNKNOWN_COLUMN'
  | 'REPEATED_COLUMN'
  | 'MISSING_COLUMN'
  | 'UNCLOSED_QUOTE'
  | 'ROW_TOO_LONG'
  | 'TOO_MANY_ROWS'
  // A row
  | 'WRONG_CELL_COUNT'
  | 'REPEATED'
  | 'UNKNOWN_ID'
  | 'NAME_TAKEN'
  | 'MISSING'
  | 'FORMULA'
  | 'UNREADABLE'
  | 'NOT_A_NUMBER'
  | 'BAD_DETAILS'
  | 'UNKNOWN_CATEGORY'
  | 'UNKNOWN_SUB_CATEGORY'
  | 'UNKNOWN_PICTURE'
  | 'INVALID'
  // Found when it is applied
  | 'CHANGED_MEANWHILE'
  | 'DELETED_MEANWHILE';

/** As many as a report names. */
export const maximumProblems = 500;

/** Something that is wrong in a line, in a column where it has one. */
export interface Problem {
  line: number;
  column: ProductColumn | '' | (string & {});
  code: ProblemCode;
  message: string;
}

/** The file cannot be read as a whole. */
export class BrokenFileError extends Error {
  override name = 'BrokenFileError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems[0]?.message);
    this.problems = problems;
  }
}

const longestQuote = 60;

/** A piece of somebody's text for a message or a preview, cut where it gets long. */
export function clipped(text: string, maximum = longestQuote): string {
  const clip = text.length > maximum ? `${text.slice(0, maximum - 1)}…` : text;
  // The cut may have gone through the middle of a character, and control characters show nothing.
  return clip.toWellFormed().replaceAll(/[\p{Cc}--[\n\t]]/gv, '\ufffd');
}
