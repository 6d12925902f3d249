import type { ParameterOrJSON } from 'postgres';
import type { Pool } from './connect.ts';

interface Rows {
  rows: object[];
}

/**
 * Runs SQL that a library brings as text with numbered parameters; ours are tagged templates. Text without
 * parameters may hold several statements; together they give all their rows.
 */
export async function runText(pool: Pool, text: string, values: unknown[]): Promise<Rows> {
  const parameters = values.map(parameterOf);
  if (!/^\s*begin\b/i.test(text)) return rowsOf(await pool.unsafe<object[]>(text, parameters));
  const connection = await pool.reserve();
  try {
    return rowsOf(await connection.unsafe<object[]>(text, parameters));
  } catch (error) {
    // A statement that fails leaves the ones before it in a transaction that nobody would end.
    await connection`rollback`.catch(() => {});
    throw error;
  } finally {
    connection.release();
  }
}

/** Of several statements each gives its own list. */
function rowsOf(result: object[]): Rows {
  return { rows: result.flat() };
}

function parameterOf(value: unknown): ParameterOrJSON<never> {
  if (value === null || value === undefined) return null;
  if (isPlain(value)) return value;
  if (Array.isArray(value)) return value.map(String);
  return JSON.stringify(value);
}

function isPlain(value: unknown): value is string | number | boolean | Date | Uint8Array {
  return (
    ['string', 'number', 'boolean'].includes(typeof value) ||
    value instanceof Date ||
    value instanceof Uint8Array
  );
}
