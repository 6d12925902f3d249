import { expect, test } from 'vitest';
import { csvText } from './csv.ts';

test('quotes cells where necessary', () => {
  const rows = [
    ['line', 'reason'],
    [12, 'Tom "and" Jerry, Ltd'],
    [13, 'two\nlines'],
  ];
  expect(csvText(rows)).toBe('\ufeffline,reason\r\n12,"Tom ""and"" Jerry, Ltd"\r\n13,"two\nlines"\r\n');
});

test.each(['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\tx'])('disables the formula %j', (cell) => {
  expect(csvText([[cell]])).toMatch(/^\ufeff"?'/);
});
