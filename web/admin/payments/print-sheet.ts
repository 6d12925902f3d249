// Sizes of paper cannot depend on a class of the page, so the rule is added while the page is printed.
const pageRules = {
  A4: '@page { size: A4; margin: 14mm; }',
  RECEIPT: '@page { size: 80mm 297mm; margin: 4mm; }',
} as const;

export type Paper = keyof typeof pageRules;

let remove = () => {};

/** Opens the print dialog of the browser for A4, or for a receipt printer with paper of 80 mm. */
export function printSheet(paper: Paper): void {
  remove();
  const rules = new CSSStyleSheet();
  rules.replaceSync(pageRules[paper]);
  document.adoptedStyleSheets.push(rules);
  document.documentElement.dataset.paper = paper;
  remove = () => {
    delete document.documentElement.dataset.paper;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== rules);
  };
  window.addEventListener('afterprint', () => remove(), { once: true });
  window.print();
}
