import { afterEach, expect, test, vi } from 'vitest';
import { toDraft } from './product-draft.ts';
import { draftKey, readDraft, removeDraft, storeDraft } from './use-product-form.ts';

function openStorage(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  return kept;
}
afterEach(() => vi.unstubAllGlobals());

const key = draftKey('u1', undefined);
const draft = { ...toDraft(undefined), name: 'Apples', more_details: [{ label: '', text: 'x' }] };

test('restores a draft for the same user and product only', () => {
  openStorage();
  storeDraft(key, JSON.stringify({ opened: null, draft }));
  expect(readDraft(key)).toEqual({ opened: null, draft });
  expect(readDraft(draftKey('u1', 'p1'))).toBeNull();
  expect(readDraft(draftKey('u2', undefined))).toBeNull();
  removeDraft(key);
  expect(readDraft(key)).toBeNull();
});

test.each([
  ['no JSON', '{'],
  ['nothing', 'null'],
  ['a list', '[]'],
  ['a form of before', JSON.stringify({ opened: null, draft: { name: 'Apples' } })],
  ['pictures that are none', JSON.stringify({ opened: null, draft: { ...draft, image: [1] } })],
  ['details that are none', JSON.stringify({ opened: null, draft: { ...draft, more_details: [null] } })],
  ['a product that is none', JSON.stringify({ opened: 'p1', draft })],
])('ignores %s', (_what, text) => {
  openStorage().set(key, text);
  expect(readDraft(key)).toBeNull();
});

test('works without session storage', () => {
  vi.stubGlobal('sessionStorage', undefined);
  storeDraft(key, '{}');
  removeDraft(key);
  expect(readDraft(key)).toBeNull();
});
