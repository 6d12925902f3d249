import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Table } from './table.tsx';

const onToggle = () => {};

test('a column that sorts has a button, and says in which direction it sorts now', () => {
  const html = renderToStaticMarkup(
    <Table
      label="Shelves"
      columns={[
        { title: 'No', isNumber: true },
        { title: 'Name', sort: { direction: 'descending', onToggle } },
        { title: 'Category', sort: { direction: null, onToggle } },
      ]}
    >
      <tr />
    </Table>,
  );
  const heads = [...html.matchAll(/<th [^>]*>(?:<button)?/g)].map(([head]) => head);
  expect(heads).toEqual([
    '<th scope="col" class="number">',
    '<th scope="col" aria-sort="descending"><button',
    '<th scope="col"><button',
  ]);
});
