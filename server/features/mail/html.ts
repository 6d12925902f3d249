/** A piece of a page in which everything that came from outside is escaped. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template whose values are escaped, but for pieces that are pages themselves. */
export function html(strings: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(sourceOf)));
}

function sourceOf(value: string | Html | Html[]): string {
  if (Array.isArray(value)) return value.map(sourceOf).join('');
  if (value instanceof Html) return value.source;
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
