import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Picture } from './picture.tsx';

const common = { alt: 'Toned milk', width: 320, height: 320, sizes: '12rem' };

test('reserves its space and offers the widths that a dense screen needs as AVIF, and one as WebP', () => {
  for (const [shownPx, widths] of [
    [48, [160]],
    [160, [160, 320]],
    [320, [160, 320, 640]],
    [640, [160, 320, 640, 1080]],
  ] as const) {
    const html = renderToStaticMarkup(<Picture {...common} width={shownPx} src="/images/abc/640.webp" />);
    expect(html).toContain(`width="${shownPx}" height="320"`);
    const offered = [...html.matchAll(/abc\/(\d+)\.avif /g)].map(([, width]) => Number(width));
    expect(offered).toEqual(widths);
    expect(html).toContain(`src="/images/abc/${shownPx > 320 ? 640 : 320}.webp"`);
  }
});

test('loads an eager image with high priority and others lazily', () => {
  const eager = renderToStaticMarkup(<Picture {...common} src="/images/abc/640.webp" isEager />);
  expect(eager).toContain('loading="eager"');
  expect(eager.toLowerCase()).toContain('fetchpriority="high"');
  expect(renderToStaticMarkup(<Picture {...common} src="/images/abc/640.webp" />)).toContain(
    'loading="lazy"',
  );
});

test('is only there for browsers without scripts while it is deferred', () => {
  const html = renderToStaticMarkup(<Picture {...common} src="/images/abc/640.webp" isDeferred />);
  expect(html).toMatch(/^<noscript><picture>.*<\/picture><\/noscript>$/);
});

test('renders a drawing without a name and no img without a URL', () => {
  const html = renderToStaticMarkup(<Picture {...common} src="" className="size-full" />);
  expect(html).toMatch(
    /^<svg [^>]*class="no-picture size-full" aria-hidden="true" width="320" height="320">/,
  );
  expect(html).not.toContain('<img');
  expect(html).not.toContain('Toned milk');
});
