import { describe, expect, test } from 'vitest';
import { type ImageSlot, uploadedUrls, withFiles, withMoved, withUploaded } from './image-store.ts';

const there = (id: string): ImageSlot => ({ id, state: 'uploaded', url: `/images/${id}/640.webp` });
const underway = (id: string): ImageSlot => ({ id, state: 'uploading', file: new File([], id), share: null });
const failed = (id: string): ImageSlot => ({
  id,
  state: 'failed',
  file: new File([], id),
  problem: 'This picture cannot be read.',
  canRetry: false,
});
const idsOf = (slots: readonly ImageSlot[]) => slots.map(({ id }) => id).join(' ');

describe('field for several images', () => {
  test('accepts files up to the maximum and counts the rest', () => {
    const { slots, leftOut } = withFiles([there('a'), failed('b')], [underway('c'), underway('d')], 3);
    expect(idsOf(slots)).toBe('a b c');
    expect(leftOut).toBe(1);
    expect(withFiles([there('a'), there('b')], [underway('c')], 1).leftOut).toBe(0);
  });

  test('keeps the order in which files were chosen', () => {
    const slots = withUploaded([there('a'), underway('b'), there('c')], 'b', '/images/b/640.webp', 12);
    expect(uploadedUrls(slots)).toEqual(['/images/a/640.webp', '/images/b/640.webp', '/images/c/640.webp']);
  });

  test('drops a duplicate image', () => {
    expect(idsOf(withUploaded([there('a'), underway('b')], 'b', '/images/a/640.webp', 12))).toBe('a');
  });

  test('returns no URL for uploading or failed images', () => {
    expect(uploadedUrls([underway('a'), there('b'), failed('c')])).toEqual(['/images/b/640.webp']);
  });

  test.each([
    ['a', 'c', 'b c a'],
    ['c', 'a', 'c a b'],
    ['b', 'b', 'a b c'],
    ['a', 'gone', 'a b c'],
    ['gone', 'a', 'a b c'],
  ])('moves %s to the position of %s', (id, overId, order) => {
    expect(idsOf(withMoved([there('a'), underway('b'), there('c')], id, overId))).toBe(order);
  });
});

describe('field for one image', () => {
  test('keeps the image until the last of several chosen files is uploaded', () => {
    const { slots } = withFiles([there('a')], [underway('b'), underway('c')], 1);
    expect(idsOf(slots)).toBe('a c');
    expect(idsOf(withUploaded(slots, 'c', '/images/c/640.webp', 1))).toBe('c');
  });

  test('replaces a failed upload', () => {
    expect(idsOf(withFiles([there('a'), failed('b')], [underway('c')], 1).slots)).toBe('a c');
  });

  test('ignores the same image', () => {
    expect(idsOf(withUploaded([there('a'), underway('b')], 'b', '/images/a/640.webp', 1))).toBe('a');
  });
});
