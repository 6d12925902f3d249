import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Picture } from './picture.tsx';

const common = { alt: 'Toned milk', width: 320, height: 320, sizes: '12rem' };

test('reserves its space and offers each width as AVIF and WebP', () => {
  const html = renderToStaticMarkup(<Picture {...common} src="/images/abc/640.webp" />);
  expect(html).toContain('width="320" height="320"');
  for (const width of [160, 320, 640, 1080]) {
    expect(html).toContain(`/images/abc/${width}.avif ${width}w`);
    expect(html).toContain(`/images/abc/${width}.webp ${width}w`);
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

test('renders no img without a URL', () => {
  expect(renderToStaticMarkup(<Picture {...common} src="" />)).not.toContain('<img');
});
