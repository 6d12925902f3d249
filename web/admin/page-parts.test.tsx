import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PageHeading } from './page-parts.tsx';

test.each([
  [299, '299'],
  [300, '300+'],
])('the heading of a list that counts at most 300 shows %i as %s', (count, shown) => {
  const heading = <PageHeading title="Customers" count={count} maximumCount={300} />;
  expect(renderToStaticMarkup(heading).replace(/<[^>]*>/g, '')).toBe(`Customers${shown} in all`);
});
