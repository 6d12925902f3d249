/** The name of a product as emails and invoices show it, which are in English: with the Hindi one, if there is one. */
export function bothNames({
  name,
  nameHindi = '',
}: {
  name: string;
  nameHindi?: string | undefined;
}): string {
  return nameHindi === '' || nameHindi === name ? name : `${name} / ${nameHindi}`;
}

/** A note behind a name, ` (2 of 3 ordered)`; empty for none. */
export function toBracketed(note: string): string {
  return note === '' ? '' : ` (${note})`;
}
