/** When the page is not painted, such as in a tab in the background. */
const latestMs = 1500;

const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
/** The largest file, which would arrive after the pictures of the first screen: it is loaded at once, but only run later. */
const libraries = /\/react-[^/]+$/;
const moduleScript = /<script( nonce="[^"]*")? type="module" async="">([^<]*)<\/script>/;
const fileImport = /import (?:\* as (\w+) from )?"([^"]+)";/g;

/**
 * Makes a page of React Router load its scripts after its first paint: before, they would share a slow line with the style sheet,
 * the fonts and the first picture. The preloads of the head and the imports of the last script become one inline script, which
 * the policy of the page allows by its hash as before. Returns another page as it is.
 */
export function loadScriptsAfterPaint(html: string): string {
  const headEnd = html.indexOf('</head>');
  const scriptStart = html.lastIndexOf('<script', html.indexOf(' type="module" async="">', headEnd));
  const found = scriptStart < headEnd ? null : moduleScript.exec(html.slice(scriptStart));
  if (found?.index !== 0) return html;
  const [whole, nonce = '', code = ''] = found;
  const files: string[] = [];
  const head = html.slice(0, headEnd).replace(preload, (_link, file: string) => {
    if (libraries.test(file)) return `<link rel="modulepreload" href="${file}" fetchpriority="low">`;
    files.push(file);
    return '';
  });
  const imports = [...code.matchAll(fileImport)];
  const names = imports.map(([, name = '']) => name);
  const loading = imports.map(([, , file]) => `import("${file}")`);
  const script =
    `{let begun;const begin=()=>{if(begun)return;begun=1;` +
    `for(const href of ${JSON.stringify(files)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));` +
    `Promise.all([${loading}]).then(([${names}])=>{${code.replace(fileImport, '').trim()}})};` +
    `requestAnimationFrame(()=>setTimeout(begin));setTimeout(begin,${latestMs})}`;
  const tail = html.slice(headEnd, scriptStart);
  return `${head}${tail}<script${nonce}>${script}</script>${html.slice(scriptStart + whole.length)}`;
}
