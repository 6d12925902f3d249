import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

// Has lists of leaked passwords (400 kB): the browser imports it when a password is typed.

/** The owner of a password. */
export interface PasswordOwner {
  name: string;
  email: string;
}

/** From 0, guessed at once, to 4, very hard to guess. */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4;

/** The least strength of a new password: at least a million guesses. */
export const minimumPasswordStrength = 2;

// The time of the estimate grows with the square of the length: a quarter of a second for 64 characters. More
// characters do not weaken a password.
const estimatedCharacters = 24;
// Shorter words occur in other words.
const minimumOwnWordLength = 4;

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: 20 });

/**
 * Estimates how hard a password is to guess with lists of leaked passwords, keyboard patterns and words of its owner.
 */
export function estimatePasswordStrength(password: string, owner: PasswordOwner): PasswordStrength {
  const typed = [...password.normalize('NFKC')].slice(0, estimatedCharacters).join('');
  return estimator.check(typed, ownWords(owner)).score;
}

/** Whether a password contains the name or email address of its owner, or a part of them. */
export function hasOwnWord(password: string, owner: PasswordOwner): boolean {
  const typed = toLowerCase(password);
  return ownWords(owner).some((word) => typed.includes(word));
}

function ownWords({ name, email }: PasswordOwner): string[] {
  const [localPart = ''] = email.split('@');
  const words = [email, localPart, name, ...`${name} ${localPart}`.split(/[^\p{L}\p{M}\p{N}]+/u)];
  return [...new Set(words.map(toLowerCase))].filter((word) => word.length >= minimumOwnWordLength);
}

function toLowerCase(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}
