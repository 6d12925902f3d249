import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createVerifier } from './reset-verifier.ts';

it('creates another verifier each time, with its SHA-256 as challenge', () => {
  const [first, second] = [createVerifier(), createVerifier()];
  expect(first.verifier).toMatch(/^[\w-]{43}$/);
  expect(first.verifier).not.toBe(second.verifier);
  expect(first.challenge).toBe(createHash('sha256').update(first.verifier).digest('base64url'));
});
