import { calls } from '#contract/calls.ts';
import { errorTable } from '#contract/errors.ts';
import { endpointOf } from '#contract/paths.ts';
import type { openApiDocument } from './open-api.ts';

/** The style of the page, apart so that its Content-Security-Policy can name it by its hash. */
export const docsStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
summary { cursor: pointer; padding: .75rem 0; }
details { border-bottom: 1px solid color-mix(in oklab, currentColor 20%, transparent); }
pre { overflow: auto; padding: 1rem; background: color-mix(in oklab, currentColor 7%, transparent); border-radius: .5rem; }
code { font-family: ui-monospace, monospace; }
table { border-collapse: collapse; }
td, th { text-align: left; padding: .25rem 1rem .25rem 0; }
.method { display: inline-block; min-width: 4.5rem; font-weight: 700; }
.audience { opacity: .75; }
`;

/** A page that a person can read: every call with its input and its answer, and every error code. */
export function docsPage(document: ReturnType<typeof openApiDocument>): string {
  const operations = Object.values(calls).map((call) => {
    const { method, path } = endpointOf(call.name);
    const operation = document.paths[path]?.[method.toLowerCase()];
    return `<details id="${call.name}"><summary><span class="method">${method}</span><code>${escapeHtml(path)}</code>
<br>${escapeHtml(call.summary)} <span class="audience">For: ${call.audience}.</span></summary>
<pre><code>${escapeHtml(JSON.stringify(operation, null, 2))}</code></pre></details>`;
  });
  const errors = Object.entries(errorTable).map(
    ([code, [status, message]]) =>
      `<tr><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(message)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tokri API</title><style>${docsStyle}</style></head><body><main>
<h1>Tokri API</h1>
<p>Every answer is JSON: <code>{ success, error, message, data, … }</code>. Money is rupees, discounts are
percent. Calls for users carry <code>Authorization: Bearer</code> with the access token that
<code>loginUser</code> gives. The machine-readable form is <a href="/api/openapi.json">openapi.json</a>.</p>
<h2>Calls</h2>${operations.join('\n')}
<h2>Errors</h2><table><thead><tr><th>Code</th><th>Status</th><th>Message</th></tr></thead>
<tbody>${errors.join('\n')}</tbody></table></main></body></html>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
