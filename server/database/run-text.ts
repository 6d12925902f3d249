import type { SerializableParameter } from 'postgres';
import type { Pool } from './connect.ts';

type Parameter = SerializableParameter;

/**
 * Runs a statement that a library brings as text with numbered parameters; ours are tagged templates. Several
 * statements that begin a transaction run on one connection.
 */
export async function runText(pool: Pool, text: string, values: unknown[]): Promise<{ rows: object[] }> {
  const parameters = values.map(parameterOf);
  if (!/^\s*begin\b/i.test(text)) return { rows: [...(await pool.unsafe<object[]>(text, parameters))] };
  const connection = await pool.reserve();
  try {
    return { rows: [...(await connection.unsafe<object[]>(text, parameters))] };
  } finally {
    connection.release();
  }
}

function parameterOf(value: unknown): Parameter {
  if (value === null || value === undefined) return null;
  if (isPlain(value)) return value;
  if (Array.isArray(value)) return value.map(plainOf);
  return JSON.stringify(value);
}

function plainOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return value instanceof Date ? value.toISOString() : String(value);
}

function isPlain(value: unknown): value is string | number | boolean | Date | Uint8Array {
  return (
    ['string', 'number', 'boolean'].includes(typeof value) ||
    value instanceof Date ||
    value instanceof Uint8Array
  );
}
