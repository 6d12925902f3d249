import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { filterOptions, MultiSelect } from './multi-select.tsx';

const choices = [
  { id: 'a', name: 'Dals & Pulses' },
  { id: 'b', name: 'Ice Cream', note: 'Frozen' },
  { id: 'c', name: 'Créme Biscuits', note: 'Snacks' },
  { id: 'd', name: 'Cream' },
];

describe('what typing finds', () => {
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

  test('is a list that can still be drawn when there are thousands', () => {
    const many = Array.from({ length: 5000 }, (_, index) => ({ id: `${index}`, name: `Shelf ${index}` }));
    expect(filterOptions(many, 'shelf')).toHaveLength(200);
    expect(filterOptions(many, 'shelf 4999')).toEqual([{ id: '4999', name: 'Shelf 4999' }]);
  });
});

describe('the box', () => {
  const rendered = (chosen: string[], error?: string) =>
    renderToStaticMarkup(
      <MultiSelect label="Category" choices={choices} chosen={chosen} error={error} onChange={() => {}} />,
    );

  test('is named by its label and says how many are selected', () => {
    const html = rendered(['b', 'd']);
    const [, forId] = /<label[^>]* for="([^"]+)"/.exec(html) ?? [];
    expect(forId).toBeDefined();
    expect(html).toMatch(new RegExp(`<input[^>]* id="${forId}"`));
    const [, countId] = /aria-describedby="([^ "]+)"/.exec(html) ?? [];
    expect(html).toMatch(new RegExp(`<span id="${countId}" role="status"[^>]*>2 selected</span>`));
  });

  test('has a button for each choice that takes it away, in the order of choosing', () => {
    const names = [...rendered(['d', 'b']).matchAll(/aria-label="(Take[^"]*)"/g)].map(([, name]) => name);
    expect(names).toEqual(['Take Cream away', 'Take Ice Cream away']);
  });

  test('keeps what was chosen and has been deleted since, so that it can be taken away', () => {
    expect(rendered(['gone'])).toContain('Take No longer there away');
  });

  test('says what is wrong', () => {
    const html = rendered([], 'Please choose at least one.');
    expect(html).toContain('aria-invalid="true"');
    const [, noteId] = /aria-describedby="[^ "]+ ([^"]+)"/.exec(html) ?? [];
    expect(html).toMatch(new RegExp(`<p id="${noteId}"[^>]*>Please choose at least one.</p>`));
  });
});
