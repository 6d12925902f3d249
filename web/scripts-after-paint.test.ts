import { expect, test } from 'vitest';
import { loadScriptsAfterPaint } from './scripts-after-paint.ts';

const page =
  '<html><head><link rel="stylesheet" href="/a.css"/><link rel="modulepreload" href="/assets/m.js"/><link rel="modulepreload" href="/assets/r.js"/><link rel="modulepreload" href="/assets/react-x1.js"/></head>' +
  '<body><p>type="module"</p><script nonce="n">stream</script><script nonce="n" type="module" async="">import "/assets/m.js";\n' +
  'import * as route0 from "/assets/r.js";\n  \n  window.__reactRouterRouteModules = {"root":route0};\n\nimport("/assets/e.js");</script><script nonce="n">end</script></body></html>';

test('replaces preloads and imports by a script that begins after a frame, or in a hidden page after a time', () => {
  const html = loadScriptsAfterPaint(page);
  expect(html.match(/<link rel="modulepreload"[^>]*>/g)).toEqual([
    '<link rel="modulepreload" href="/assets/react-x1.js" fetchpriority="low">',
  ]);
  expect(html).not.toContain('type="module" async');
  expect(html).toContain('</head><body><p>type="module"</p>');
  const [, script = ''] =
    /<script nonce="n">(\{let begun.*?)<\/script><script nonce="n">end/s.exec(html) ?? [];
  expect(script).toContain('for(const href of ["/assets/m.js","/assets/r.js"])');
  expect(script).toContain(
    'Promise.all([import("/assets/m.js"),import("/assets/r.js")]).then(([,route0])=>{window.__reactRouterRouteModules = {"root":route0};\n\nreturn import("/assets/e.js");}).catch(()=>',
  );
  expect(script).toMatch(/requestAnimationFrame\(\(\)=>setTimeout\(begin\)\);setTimeout\(begin,\d+\)\}$/);
});

test('leaves a page without scripts as it is', () => {
  const html = '<html><head></head><body></body></html>';
  expect(loadScriptsAfterPaint(html)).toBe(html);
});
