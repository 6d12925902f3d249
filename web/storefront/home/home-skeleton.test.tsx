import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { HomeSkeleton } from './home-skeleton.tsx';

describe('HomeSkeleton', () => {
  it('renders 12 categories and 6 cards per row', () => {
    const html = renderToStaticMarkup(<HomeSkeleton />);
    const [grid = '', ...rows] = html.split('data-testid="row-skeleton"');
    expect(grid.match(/<li/g)).toHaveLength(12);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.match(/<li/g)).toHaveLength(6);
  });
});
