import { t } from './texts/t.ts';

/** When the page is not painted, such as in a tab in the background. */
const latestMs = 1500;

const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
/** The largest file, which would arrive after the pictures of the first screen: it is loaded at once, but only run later. */
const libraries = /\/react-[^/]+$/;
const moduleScript = /<script( nonce="[^"]*")? type="module" async="">([^<]*)<\/script>/;
const entryImport = /import\("[^"]+"\);?\s*$/;
const fileImport = /import (?:\* as (\w+) from )?"([^"]+)";/g;

/** Pause before files that could not be loaded are asked for again. */
const retryMs = 3000;

/**
 * When a script has failed: asks for the files again. If they arrive, the page is loaded again, once, because Chromium never loads
 * a module again that has failed. If not, `data-scripts-failed` shows what waits for scripts, and pictures without their variants.
 */
const recovery =
  `()=>new Promise(done=>setTimeout(done,${retryMs})).then(()=>Promise.all([...document.querySelectorAll("link[rel=modulepreload]")].map(async({href})=>{if(!(await fetch(href)).ok)throw href})))` +
  `.then(()=>{if(performance.getEntriesByType("navigation")[0].type=="reload")throw 0;location.reload()})` +
  `.catch(()=>{document.documentElement.dataset.scriptsFailed="";` +
  `for(const waiting of document.querySelectorAll("noscript")){const [,src]=/<img src="([^"]+)/.exec(waiting.textContent)||[];src&&waiting.replaceWith(Object.assign(new Image,{loading:"lazy",alt:"",src}))}` +
  `const make=(name,className,text)=>Object.assign(document.createElement(name),{className,textContent:text}),` +
  `line=make("p","fixed inset-x-0 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-40 mx-auto flex w-fit max-w-[calc(100%-2rem)] items-center gap-3 rounded-md border border-line bg-surface px-4 py-1 text-sm shadow-floating md:bottom-4",${JSON.stringify(t('shell.scriptsFailed'))}),` +
  `again=make("a","flex min-h-11 flex-none items-center font-semibold text-leaf underline-offset-4 hover:underline",${JSON.stringify(t('ui.reload'))});` +
  `again.href=location.href;line.setAttribute("role","alert");line.append(again);document.body.append(line)})`;

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
  const start = code.replace(fileImport, '').trim().replace(entryImport, 'return $&');
  const script =
    `{let begun;const begin=()=>{if(begun)return;begun=1;` +
    `for(const href of ${JSON.stringify(files)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));` +
    `Promise.all([${loading}]).then(([${names}])=>{${start}}).catch(${recovery})};` +
    `requestAnimationFrame(()=>setTimeout(begin));setTimeout(begin,${latestMs})}`;
  const tail = html.slice(headEnd, scriptStart);
  return `${head}${tail}<script${nonce}>${script}</script>${html.slice(scriptStart + whole.length)}`;
}
