import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { filterOptions, MultiSelect } from './multi-select.tsx';

const choices = [
  { id: 'a', name: 'Dals & Pulses' },
  { id: 'b', name: 'Ice Cream', note: 'Frozen' },
  { id: 'c', name: 'Créme Biscuits', note: 'Snacks' },
  { id: 'd', name: 'Cream' },
];

describe('filterOptions', () => {
  test.each([
    ['', ['a', 'b', 'c', 'd']],
    ['   ', ['a', 'b', 'c', 'd']],
    ['dals &', ['a']],
    ['CREAM', ['d', 'b']],
    ['crème', ['c']],
    ['creme', ['c']],
    ['frozen', ['b']],
    ['.*', []],
    ['milk', []],
  ])('“%s”', (typed, ids) => {
    expect(filterOptions(choices, typed).map(({ id }) => id)).toEqual(ids);
  });

  test('returns at most 200 of thousands of options', () => {
    const many = Array.from({ length: 5000 }, (_, index) => ({ id: `${index}`, name: `Category ${index}` }));
    expect(filterOptions(many, 'category')).toHaveLength(200);
    expect(filterOptions(many, 'category 4999')).toEqual([{ id: '4999', name: 'Category 4999' }]);
  });
});

describe('MultiSelect', () => {
  const rendered = (chosen: string[], error?: string) =>
    renderToStaticMarkup(
      <MultiSelect label="Category" choices={choices} chosen={chosen} error={error} onChange={() => {}} />,
    );

  test('has its label as name and the number of selected options as description', () => {
    const html = rendered(['b', 'd']);
    const [, forId] = /<label[^>]* for="([^"]+)"/.exec(html) ?? [];
    expect(forId).toBeDefined();
    expect(html).toMatch(new RegExp(`<input[^>]* id="${forId}"`));
    const [, countId] = /aria-describedby="([^ "]+)"/.exec(html) ?? [];
    expect(html).toMatch(new RegExp(`<span id="${countId}" role="status"[^>]*>2 selected</span>`));
  });

  test('has a remove button for each selected option, in the order of selection', () => {
    const names = [...rendered(['d', 'b']).matchAll(/aria-label="(Remove[^"]*)"/g)].map(([, name]) => name);
    expect(names).toEqual(['Remove Cream', 'Remove Ice Cream']);
  });

  test('shows a selected option that was deleted, so that it can be removed', () => {
    expect(rendered(['gone'])).toContain('Remove Deleted');
  });

  test('describes the input by the error', () => {
    const html = rendered([], 'Select a category');
    expect(html).toContain('aria-invalid="true"');
    const [, noteId] = /aria-describedby="[^ "]+ ([^"]+)"/.exec(html) ?? [];
    expect(html).toMatch(new RegExp(`<p id="${noteId}"[^>]*>Select a category</p>`));
  });
});
