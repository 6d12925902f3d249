import { expect, test } from 'vitest';
import { csvText } from '#web/admin/formats.ts';

test('quotes every cell', () => {
  const rows = [
    ['line', 'reason'],
    [12, 'Tom "and" Jerry, Ltd'],
    [13, 'two\nlines'],
  ];
  expect(csvText(rows)).toBe(
    '\ufeff"line","reason"\r\n"12","Tom ""and"" Jerry, Ltd"\r\n"13","two\nlines"\r\n',
  );
});

test.each(['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\tx'])('disables the formula %j', (cell) => {
  expect(csvText([[cell]])).toMatch(/^\ufeff"'/);
});
