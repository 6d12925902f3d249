/** Names that look like an attack or break what handles them carelessly; each is a name like any other. */
export const oddNames = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "Robert'); drop table product; --",
  '50% off / per kg? #1 & more',
  '../../etc/passwd',
  '%00%2e%2e',
  '{{price}} $1 $& \\1 \\u0000',
  '🥭 Alphonso आम',
  'مانجو',
  'null',
  '0',
];

/** What cannot be a name: nothing to see, or nothing that can be stored. */
export const impossibleNames: [string, unknown][] = [
  ['nothing', ''],
  ['spaces', ' \t\n\u00a0 '],
  ['what cannot be seen', '\u200b\u2060'],
  ['a NUL', 'Mil\0k'],
  ['half a character', 'Milk \ud83e'],
  ['the other half', '\udd5b Milk'],
  ['a line break', 'Mi\nlk'],
  ['an escape', 'Mi\u001blk'],
  ['no text', 5],
  ['null', null],
  ['a list', ['Milk']],
  ['an object', { $ne: null }],
];
