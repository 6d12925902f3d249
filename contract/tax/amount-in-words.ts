const small = [
  ...['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'],
  ...['Thirteen', 'Fourteen', 'Fifteen', 'Sixteen', 'Seventeen', 'Eighteen', 'Nineteen'],
];
const tens = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'];

const groups = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1000, 'Thousand'],
  [100, 'Hundred'],
] as const;

/** A whole number above 0 in words, in the Indian system. */
function toWords(value: number): string {
  const words: string[] = [];
  let rest = value;
  for (const [size, name] of groups) {
    if (rest < size) continue;
    words.push(toWords(Math.floor(rest / size)), name);
    rest %= size;
  }
  if (rest >= 20) words.push([tens[Math.floor(rest / 10)], small[rest % 10]].filter(Boolean).join('-'));
  else if (rest > 0) words.push(small[rest] ?? '');
  return words.join(' ');
}

/** An amount such as `Rupees One Lakh Twenty-Three Thousand and Fifty Paise Only`. */
export function amountInWords(paise: number): string {
  const rupees = Math.floor(paise / 100);
  const rest = paise % 100;
  const parts = [
    ...(rupees > 0 || rest === 0 ? [`Rupees ${rupees === 0 ? 'Zero' : toWords(rupees)}`] : []),
    ...(rest > 0 ? [`${toWords(rest)} Paise`] : []),
  ];
  return `${parts.join(' and ')} Only`;
}
