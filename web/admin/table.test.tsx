import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { numberCell, Table } from './table.tsx';

const onToggle = () => {};

test('a sortable column has a button and aria-sort', () => {
  const html = renderToStaticMarkup(
    <Table
      label="Categories"
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
    `<th scope="col" class="${numberCell}">`,
    '<th scope="col" aria-sort="descending"><button',
    '<th scope="col"><button',
  ]);
});
