import { expect, test } from 'vitest';
import { csvText } from './csv.ts';

test('cells are quoted where they have to be', () => {
  const rows = [
    ['line', 'reason'],
    [12, 'Tom "and" Jerry, Ltd'],
    [13, 'two\nlines'],
  ];
  expect(csvText(rows)).toBe('\ufeffline,reason\r\n12,"Tom ""and"" Jerry, Ltd"\r\n13,"two\nlines"\r\n');
});

test.each(['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\tx'])('%j is no formula in it', (cell) => {
  expect(csvText([[cell]])).toMatch(/^\ufeff"?'/);
});
