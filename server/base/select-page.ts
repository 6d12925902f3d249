export interface PageRange {
  limit: number;
  offset: number;
}

/**
 * Selects one page of rows with the number of all rows as `total_count`. A page beyond the last has no rows,
 * so the first row is selected for the number.
 */
export async function selectPage<Row extends { total_count: number }>(
  range: PageRange,
  select: (range: PageRange) => Promise<Row[]>,
): Promise<{ rows: Row[]; totalCount: number }> {
  const rows = await select(range);
  const [first] = rows.length > 0 || range.offset === 0 ? rows : await select({ limit: 1, offset: 0 });
  return { rows, totalCount: first?.total_count ?? 0 };
}
