import { expect, test } from 'vitest';
import { parametersOf, viewOf } from './sub-category-view.ts';

test.each(['', 'q=milk', 'category=abc&sort=-name', 'q=a+%26+b&category=abc&sort=category&page=3'])(
  'parses ?%s shows what it says',
  (query) => {
    expect(parametersOf(viewOf(new URLSearchParams(query))).toString()).toBe(query);
  },
);

test.each(['sort=price', 'sort=--name', 'sort=-', 'page=0', 'page=-1', 'sort=name'])(
  'parses ?%s shows the first page, sorted by name',
  (query) => {
    const view = viewOf(new URLSearchParams(query));
    expect(view).toEqual({ text: '', category: '', sort: { id: 'name', desc: false }, page: 1 });
    expect(parametersOf(view).toString()).toBe('');
  },
);
