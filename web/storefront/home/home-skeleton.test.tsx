import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { HomeSkeleton } from './home-skeleton.tsx';

describe('HomeSkeleton', () => {
  it('holds the place of 12 categories and of 6 cards a row', () => {
    const html = renderToStaticMarkup(<HomeSkeleton />);
    const [grid = '', ...rows] = html.split('class="product-row"');
    expect(grid.match(/<li/g)).toHaveLength(12);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.match(/<li/g)).toHaveLength(6);
  });
});
