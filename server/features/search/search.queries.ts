import type { Sql } from '../../database/connect.ts';

/** For each word that no known word begins with, the known words that look most like it. */
export function selectCorrections(
  sql: Sql,
  words: readonly string[],
): Promise<{ word: string; corrections: string[] }[]> {
  return sql<{ word: string; corrections: string[] }[]>`
    select typed.word, array(
      select known.word from search_word known
      where known.word % typed.word
      order by similarity(known.word, typed.word) desc, abs(length(known.word) - length(typed.word)), known.word
      limit 2
    ) as corrections
    from unnest(${[...words]}::text[]) as typed (word)
    where length(typed.word) > 2
      and not exists (select 1 from search_word known where known.word like typed.word || '%')`;
}

interface FoundIds {
  ids: string[];
  totalCount: number;
}

/** The products whose document answers the query: best match first, what is in stock first among equals. */
export async function selectMatches(
  sql: Sql,
  { query, stems, limit, offset }: { query: string; stems: string; limit: number; offset: number },
): Promise<FoundIds> {
  // Relevance is rounded to make ties, among which stock decides. Lists are short enough to count in passing.
  const rows = await sql<{ id: string; total_count: number }[]>`
    with asked as (
      select to_tsquery('pg_catalog.simple', ${query}) || plainto_tsquery('pg_catalog.english', ${stems}) as query
    ), found as (
      select p.id, p.stock, p.created_at,
        round(ts_rank('{0.02, 0.1, 0.5, 1.0}', s.document, asked.query)::numeric, 2) as relevance,
        length(p.name) as name_length
      from asked
      join product_search s on s.document @@ asked.query
      join product p on p.id = s.product_id
    )
    select id, count(*) over () as total_count from found
    order by relevance desc, (stock = 0), name_length, created_at desc, id desc
    limit ${limit} offset ${offset}`;
  return { ids: rows.map(({ id }) => id), totalCount: rows[0]?.total_count ?? 0 };
}

/** How many products a query finds; needed only for a page beyond the last. */
export async function countMatches(
  sql: Sql,
  { query, stems }: { query: string; stems: string },
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from product_search
    where document @@ (to_tsquery('pg_catalog.simple', ${query}) || plainto_tsquery('pg_catalog.english', ${stems}))`;
  return row?.count ?? 0;
}

/** All products, the newest first. */
export async function selectNewest(sql: Sql, limit: number, offset: number): Promise<FoundIds> {
  const [rows, [total]] = await Promise.all([
    sql<
      { id: string }[]
    >`select id from product order by created_at desc, id desc limit ${limit} offset ${offset}`,
    sql<{ count: number }[]>`select count(*) as count from product`,
  ]);
  return { ids: rows.map(({ id }) => id), totalCount: total?.count ?? 0 };
}
