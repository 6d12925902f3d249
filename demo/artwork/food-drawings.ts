/**
 * Foods and objects without a Fluent Emoji, in a box of 32 by 32. `g(name, light, dark)` is a gradient from light to
 * dark.
 */
type Draw = (g: (name: string, light: string, dark: string) => string) => string;

const gloss = (d: string) => `<path d="${d}" fill="#fff" opacity=".35"/>`;

const drawings: Record<string, Draw> = {
  okra: (g) =>
    [
      [4, 20, -38],
      [9, 15, -30],
      [13, 21, -42],
    ]
      .map(
        ([x, y, turn]) =>
          `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M0 0C2-3.4 15-3.2 19 0 15 2.8 2 3.4 0 0z" fill="${g('a', '#93c654', '#4a8527')}"/><path d="M2-.6C8-1.8 13-1.5 17-.1M2 .8C8 1.5 13 1.2 17 .2" stroke="#3b6e1f" stroke-width=".5" fill="none" opacity=".6"/><path d="M-2.5-1.2q2.5-1.6 3.5 0v2.5q-1.5 1.5-3.5-.3z" fill="#6d9c3a"/></g>`,
      )
      .join(''),
  'french-beans': (g) =>
    [0, 3.6, 7.2, 10.8]
      .map(
        (y, index) =>
          `<path transform="translate(${index % 2} ${y})" d="M3 13C10 4 20 4 29 8.5l-.4 1.7C20 8.5 11 9 4.6 14.6z" fill="${g('a', '#8ccf55', '#3f8a2c')}" stroke="#2f6b22" stroke-width=".3"/>`,
      )
      .join(''),
  drumstick: (g) =>
    [0, 4, 8]
      .map(
        (y) =>
          `<path transform="translate(0 ${y})" d="M2 20C11 17 20 10 28 3l1.8 2.4C22 13 12 20 3 23z" fill="${g('a', '#7fae57', '#3e6b2f')}"/><path transform="translate(0 ${y})" d="M4 20.8C12 17.5 21 10.5 28 4.5" stroke="#2f5524" stroke-width=".5" stroke-dasharray="2 1" fill="none"/>`,
      )
      .join(''),
  'bitter-gourd': (g) =>
    `<path d="M3 25C4 16 14 7 27 5c2 0 2 2 1 3C27 19 16 29 6 28c-2 0-3-1-3-3z" fill="${g('a', '#a6d468', '#4d8b2b')}"/>${[
      0, 1, 2, 3, 4, 5, 6, 7,
    ]
      .map(
        (index) =>
          `<path d="M${6 + index * 2.6} ${24 - index * 2.3}q1.5-2 .4-3.8M${9 + index * 2.3} ${25.5 - index * 2.3}q2-1 1.5-3" stroke="#3f7424" stroke-width="1.1" stroke-linecap="round" fill="none" opacity=".7"/>`,
      )
      .join('')}<path d="M27 6l2.8-3" stroke="#5d8f36" stroke-width="1.6" stroke-linecap="round"/>`,
  'bottle-gourd': (g) =>
    `<path d="M8 26c-4-3-3-9 1-11 4-2 6-3 9-7l4-4 3 3-3.5 4c-3 4-3 6-5 10-2 5-6 7-8.5 5z" fill="${g('a', '#c5e490', '#76ad48')}"/>${gloss('M8 23c-2-2-1-5 1.5-6.5 4-2 6-3.5 9-7.5-2 5-5 7-7.5 9-2 1.5-2.5 3-3 5z')}<path d="M23 5l3-2.5" stroke="#5b8a35" stroke-width="2" stroke-linecap="round"/>`,
  cauliflower: (g) =>
    `<path d="M3 20C2 12 6 12 8 15c1-3 4-4 8-4s7 1 8 4c2-3 6-3 5 5-1 7-7 9.5-13 9.5S4 27 3 20z" fill="${g('b', '#8cc455', '#437f2d')}"/>${[
      [11, 13, 4],
      [21, 13, 4],
      [16, 11, 4.5],
      [8.5, 17, 3.8],
      [23.5, 17, 3.8],
      [16, 16.5, 5],
      [12, 19, 4],
      [20, 19, 4],
    ]
      .map(
        ([x, y, r]) =>
          `<circle cx="${x}" cy="${y}" r="${r}" fill="${g('a', '#fffdf2', '#e0d5b4')}" stroke="#cfc29b" stroke-width=".25"/>`,
      )
      .join(
        '',
      )}<path d="M4 19c3 7 8 9 12 10-7 .8-12-3-12-10zM28 19c-3 7-8 9-12 10 7 .8 12-3 12-10z" fill="#5fa03c"/>`,
  cabbage: (g) =>
    `<circle cx="16" cy="17" r="12.5" fill="${g('a', '#c8ec9a', '#5da53a')}"/><path d="M16 29C8 25 6 16 9 8c4 3 7 10 7 21zM16 29c8-4 10-13 7-21-4 3-7 10-7 21z" fill="${g('b', '#dff5b8', '#86c157')}" opacity=".9"/><path d="M16 28V11M16 20l-5-6M16 22l5-7M16 25l-4-4" stroke="#f2ffd9" stroke-width=".8" fill="none" stroke-linecap="round"/><path d="M4 18c1 8 7 11.5 12 11.5M28 18c-1 8-7 11.5-12 11.5" stroke="#3f8a2a" stroke-width="1" fill="none" opacity=".6"/>`,
  beetroot: (g) =>
    `<path d="M16 12C14 7 9 4 7 5c1 4 4 6 9 7zM16 12c-1-6 2-10 4-10 2 4 0 8-4 10zM16 12c3-5 8-6 10-4-2 4-6 5-10 4z" fill="${g('b', '#7fc04f', '#33752a')}"/><path d="M16 11v-7" stroke="#b3265c" stroke-width="1.2"/><path d="M16 11c7 0 11 4 11 9 0 6-6 9-9.5 9.5L16 32l-1.5-2.5C11 29 5 26 5 20c0-5 4-9 11-9z" fill="${g('a', '#c7407c', '#6d1640')}"/>${gloss('M9 19c0-3 2-5 5-5.5-2 1.5-3 4-3.5 7-.8.8-1.5 0-1.5-1.5z')}`,
  radish: (g) =>
    `<path d="M9 9C5 5 5 2 7 1c3 2 4 5 4 7zM10 8C9 3 12 0 14 1c1 4-1 6-3 8zM11 10c3-5 7-5 8-3-1 3-4 4-8 3z" fill="${g('b', '#86c957', '#3b7f2f')}"/><path d="M8 9c4-2 7 0 10 5 4 6 8 11 12 16-6-3-12-6-17-10C8 16 5 12 8 9z" fill="${g('a', '#ffffff', '#d4d9c6')}"/><path d="M13 14l2-1M18 19l2-1M17 22l1.5-1.5" stroke="#bcc2aa" stroke-width=".6"/>`,
  pumpkin: (g) =>
    `<ellipse cx="7.5" cy="19" rx="5.5" ry="9" fill="${g('a', '#ffb347', '#c2600f')}"/><ellipse cx="24.5" cy="19" rx="5.5" ry="9" fill="${g('a', '#ffb347', '#c2600f')}"/><ellipse cx="12" cy="19.5" rx="5.5" ry="10" fill="${g('a', '#ffb347', '#c2600f')}"/><ellipse cx="20" cy="19.5" rx="5.5" ry="10" fill="${g('a', '#ffb347', '#c2600f')}"/><ellipse cx="16" cy="20" rx="5" ry="10.3" fill="${g('a', '#ffb347', '#c2600f')}"/><path d="M14.5 11C14 7 16 5 19 4l1 2c-2 .8-2.5 2-2.5 5z" fill="#6b8f35"/>`,
  papaya: (g) =>
    `<path d="M4 22C3 12 14 3 24 4c6 1 6 9 1 15S6 32 4 22z" fill="${g('a', '#f7b733', '#7aa52f')}"/><path d="M7 21C6.5 14 15 7 22.5 7.5c4 .5 3.5 5.5-.5 10S8 28 7 21z" fill="${g('b', '#ffa25c', '#f0652f')}"/><path d="M11 20.5c0-4 5-8.5 9-8.3 2 .3 1.5 2.8-.8 5.3S11 24 11 20.5z" fill="#d9532b"/>${[
      [13, 20],
      [15, 17.5],
      [17.5, 15.5],
      [15.5, 20],
      [18, 17.8],
      [19.8, 14.2],
    ]
      .map(
        ([x, y]) =>
          `<circle cx="${x}" cy="${y}" r="1.1" fill="#2d2a25"/><circle cx="${x}" cy="${y}" r=".4" fill="#777"/>`,
      )
      .join('')}`,
  pomegranate: (g) =>
    `<path d="M12 7l-1-4.5 3 1.5 2-2.5 2 2.5 3-1.5L20 7z" fill="#c8402f"/><circle cx="16" cy="18" r="12" fill="${g('a', '#f0604e', '#9b1728')}"/><path d="M15 11c5-1 11 2 11.5 8-1 6-6 9-11 8.5-4-4-4-12-.5-16.5z" fill="#ffe9d6"/>${[
      [18, 14],
      [21.5, 15],
      [16.5, 18],
      [20, 18.5],
      [23.5, 18.5],
      [17, 22],
      [20.5, 22.5],
      [17.5, 25.5],
    ]
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="1.75" fill="${g('b', '#ff6b81', '#b3122f')}"/>`)
      .join('')}${gloss('M7 17c0-4 3-7 6-7.5-3 2-4 5-4.3 9-1 .5-1.7-.2-1.7-1.5z')}`,
  guava: (g) =>
    `<path d="M16 6c6 0 12 5 12 12s-5 11-12 11S4 25 4 18 10 6 16 6z" fill="${g('a', '#d9ee8e', '#7fb23a')}"/><circle cx="19" cy="19" r="7.8" fill="#eaf6c4"/><circle cx="19" cy="19" r="6.2" fill="${g('b', '#ffb9b0', '#ee7f7f')}"/>${[0, 60, 120, 180, 240, 300].map((turn) => `<ellipse cx="19" cy="15.6" rx=".7" ry="1" fill="#f7e5b5" transform="rotate(${turn} 19 19)"/>`).join('')}<path d="M14 7c-1-3 1-5 4-5 0 3-1 4.5-4 5z" fill="#5d9a3a"/>`,
  'custard-apple': (g) =>
    `<circle cx="16" cy="18" r="12" fill="${g('b', '#8fb765', '#4c7a35')}"/>${[0, 1, 2, 3, 4]
      .flatMap((row) =>
        [0, 1, 2, 3, 4].map((column) => [6 + column * 4.8 + (row % 2) * 2.2, 9 + row * 4.4] as const),
      )
      .filter(([x, y]) => Math.hypot(x - 16, y - 18) < 10.8)
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="2.7" fill="${g('a', '#c4dd98', '#6c9a49')}"/>`)
      .join(
        '',
      )}<path d="M16 6c0-2 .5-3 2-4" stroke="#6d5a35" stroke-width="1.5" fill="none" stroke-linecap="round"/>`,
  'spring-onion': (g) =>
    [0, 5, 10]
      .map(
        (x) =>
          `<path d="M${7 + x} 26C${6 + x} 18 ${3 + x} 10 ${5 + x} 2c2 8 4 14 4.5 24zM${8.5 + x} 26c0-9 2-15 5-20 0 8-1.5 13-2.5 20z" fill="${g('a', '#7fd053', '#2f8136')}"/><path d="M${6.5 + x} 22c2-1 3-1 4.5 0 .5 3 1.5 5-.5 6.5-1 .7-2.5.7-3.5 0-2-1.5-1-4-.5-6.5z" fill="${g('b', '#ffffff', '#dbe3c3')}"/>`,
      )
      .join(''),
  paneer: (g) =>
    [
      [3, 14],
      [15, 15],
      [9, 6],
    ]
      .map(
        ([x = 0, y = 0]) =>
          `<path d="M${x} ${y + 4}l6-3.5 8 2.5v8l-6 4-8-3z" fill="#e9dfc9"/><path d="M${x} ${y + 4}l6-3.5 8 2.5-6 4z" fill="#fffdf6"/><path d="M${x} ${y + 4}l8 3v8l-8-3z" fill="${g('a', '#fdf7ea', '#e6dac0')}"/><path d="M${x + 8} ${y + 7}l6-4v8l-6 4z" fill="#d8cbb0"/>`,
      )
      .join(''),
  bun: (g) =>
    `<path d="M3 21C2 11 9 7 16 7s14 4 13 14c0 4-4 5-13 5S3 25 3 21z" fill="${g('a', '#f3bb6c', '#a9642a')}"/><path d="M4 22c6 2 18 2 24 0 0 3-4 4-12 4S4 25 4 22z" fill="#f8e0b0"/>${gloss('M8 14c2-3 5-4 8-4-3 1-5 3-6 6-1 1-2.5 0-2-2z')}`,
  biscuit: (g) =>
    `<rect x="4" y="9" width="18" height="18" rx="3" fill="#b77a36" transform="rotate(-8 13 18)"/><rect x="8" y="6" width="19" height="19" rx="3" fill="${g('a', '#f4cf8b', '#d19549')}" transform="rotate(8 17 15)"/><g transform="rotate(8 17 15)" fill="#a96b2c">${[12, 17.5, 23].flatMap((x) => [10, 15.5, 21].map((y) => `<circle cx="${x}" cy="${y}" r=".9"/>`)).join('')}</g>`,
  marie: (g) =>
    `<circle cx="13" cy="18" r="11" fill="#b77f3c"/><circle cx="18" cy="15" r="11.5" fill="${g('a', '#f6d79a', '#d6a056')}" stroke="#b98242" stroke-width=".6"/><circle cx="18" cy="15" r="8.8" fill="none" stroke="#bd8744" stroke-width=".7"/>${[0, 45, 90, 135, 180, 225, 270, 315].map((turn) => `<circle cx="18" cy="9.8" r=".7" fill="#a9702f" transform="rotate(${turn} 18 15)"/>`).join('')}<circle cx="18" cy="15" r="1.6" fill="none" stroke="#b98242" stroke-width=".7"/>`,
  cracker: (g) =>
    `<rect x="4" y="8" width="20" height="20" rx="2" fill="#c08d45" transform="rotate(-10 14 18)"/><rect x="8" y="5" width="20" height="20" rx="2" fill="${g('a', '#fbe3ae', '#e0ac60')}" stroke="#c78f4a" stroke-width=".5" stroke-dasharray="1.2 .8" transform="rotate(6 18 15)"/><g fill="#b37a35" transform="rotate(6 18 15)">${[12, 18, 24].flatMap((x) => [9, 15, 21].map((y) => `<circle cx="${x}" cy="${y}" r=".7"/>`)).join('')}</g><path d="M12 12l1 .5M20 17l1-.5M17 21l.8.6M23 11l.6.8" stroke="#fff" stroke-width="1" stroke-linecap="round"/>`,
  'cream-biscuit': (g) =>
    `<ellipse cx="16" cy="21" rx="12.5" ry="7" fill="#4a2b1b"/><path d="M3.5 17.5h25v3.5c0 3-6 6-12.5 6s-12.5-3-12.5-6z" fill="#4a2b1b"/><ellipse cx="16" cy="18" rx="12.8" ry="7" fill="#fff6e6"/><path d="M3.5 13h25v2.5c0 3-6 6-12.5 6s-12.5-3-12.5-6z" fill="#6a3f26"/><ellipse cx="16" cy="12.5" rx="12.5" ry="6.8" fill="${g('a', '#8a5636', '#5b3520')}"/><ellipse cx="16" cy="12.3" rx="9.5" ry="4.8" fill="none" stroke="#4a2b1b" stroke-width=".8" stroke-dasharray="1.5 1"/><path d="M12 12.3h8M16 10v4.6" stroke="#4a2b1b" stroke-width="1"/>`,
  rusk: (g) =>
    [
      [3, 6, -8],
      [9, 9, 6],
    ]
      .map(
        ([x = 0, y = 0, turn]) =>
          `<path transform="translate(${x} ${y}) rotate(${turn} 10 8)" d="M1 6C1 1 6 0 10 0s9 1 9 6c0 2-1 3-1 5v5H2v-5C2 9 1 8 1 6z" fill="${g('a', '#f4c884', '#bb7330')}" stroke="#93551f" stroke-width=".8"/><g transform="translate(${x} ${y}) rotate(${turn} 10 8)" fill="#a9682b" opacity=".6"><circle cx="6" cy="6" r=".9"/><circle cx="12" cy="5" r=".7"/><circle cx="9" cy="10" r="1"/><circle cx="14" cy="9" r=".8"/></g>`,
      )
      .join(''),
  chips: (g) =>
    [
      [10, 21, -20],
      [21, 21, 25],
      [16, 13, 5],
      [9, 11, -40],
      [23, 11, 40],
    ]
      .map(
        ([x, y, turn]) =>
          `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M-7.5-1C-6-5.5 5-6 7.5-1.5 8 3 1 5.5-3 5-6.5 4.5-8 1.5-7.5-1z" fill="${g('a', '#ffe38a', '#e8a92e')}" stroke="#c98a1c" stroke-width=".5"/><path d="M-5-.5C-3-3.5 3-4 5.5-1.5" stroke="#fff5c4" stroke-width=".9" fill="none" stroke-linecap="round"/></g>`,
      )
      .join(''),
  nacho: (g) =>
    [
      [11, 20, -15],
      [21, 21, 20],
      [16, 12, 4],
    ]
      .map(
        ([x, y, turn]) =>
          `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M0-9.5C1-9.5 9.5 5 9 6S-8.5 7-9 6-1-9.5 0-9.5z" fill="${g('a', '#ffd667', '#e39a2b')}" stroke="#bf7a1c" stroke-width=".6"/><g fill="#b3691a"><circle cx="-3" cy="2" r=".7"/><circle cx="3" cy="3" r=".6"/><circle cx="0" cy="-3" r=".6"/><circle cx="1" cy="0" r=".5"/></g></g>`,
      )
      .join(''),
  papad: (g) =>
    `<circle cx="14" cy="18" r="11.5" fill="${g('b', '#e8c27c', '#c18f43')}"/><circle cx="18" cy="15" r="12" fill="${g('a', '#fbe4ae', '#dcb065')}"/>${[
      [13, 10],
      [20, 9],
      [24, 14],
      [15, 16],
      [21, 18],
      [14, 21],
      [19, 23],
      [10, 15],
    ]
      .map(
        ([x, y]) =>
          `<circle cx="${x}" cy="${y}" r="1.3" fill="#f9eecb" stroke="#cfa257" stroke-width=".3"/><circle cx="${(x ?? 0) + 2}" cy="${(y ?? 0) + 1.5}" r=".35" fill="#5d4326"/>`,
      )
      .join('')}`,
  'wheel-snack': (g) =>
    [
      [10, 20],
      [22, 20],
      [16, 10],
    ]
      .map(
        ([x, y]) =>
          `<g transform="translate(${x} ${y})"><circle r="7" fill="none" stroke="${g('a', '#ffd166', '#e08e2b')}" stroke-width="2.6"/><path d="M-6 0H6M0-6V6M-4-4L4 4M-4 4L4-4" stroke="#f0ab3f" stroke-width="1.6"/><circle r="1.8" fill="#ffd166"/></g>`,
      )
      .join(''),
  samosa: (g) =>
    `<path d="M12 5c1-1 2-1 3 0l12 17c1 2 0 4-2 4H3c-2 0-2-2-1-4z" fill="${g('a', '#f2bd62', '#a9641f')}" transform="translate(-1 2)"/><path d="M4 25c6 2 15 2 21 0" stroke="#8d4f17" stroke-width="1.2" fill="none"/><path d="M20 12c1-1 2-1 3 0l8 14c.8 2 0 3-1.5 3H13c-2 0-2-1.5-1-3z" fill="${g('b', '#f8cc78', '#b5702a')}"/><path d="M13 28c5-2 12-2 17.5 0M21.5 13l-4 12" stroke="#94561d" stroke-width=".9" fill="none" opacity=".8"/>`,
  laddu: (g) =>
    [
      [10, 21, 7],
      [22, 21, 7],
      [16, 12, 7.5],
    ]
      .map(
        ([x = 0, y = 0, r]) =>
          `<circle cx="${x}" cy="${y}" r="${r}" fill="${g('a', '#ffc94d', '#d87f12')}"/><g fill="#b9630c" opacity=".55"><circle cx="${x - 3}" cy="${y - 2}" r=".8"/><circle cx="${x + 2}" cy="${y - 3}" r=".8"/><circle cx="${x + 3.5}" cy="${y + 2}" r=".8"/><circle cx="${x - 1}" cy="${y + 3}" r=".8"/><circle cx="${x}" cy="${y}" r=".8"/></g><path d="M${x - 1} ${y - 5.5}l2 .3" stroke="#7fae4a" stroke-width="1.2" stroke-linecap="round"/>`,
      )
      .join(''),
  'gulab-jamun': (g) =>
    `<ellipse cx="16" cy="23" rx="14" ry="6.5" fill="#f7efe2"/><ellipse cx="16" cy="22.5" rx="11.5" ry="4.6" fill="#e8a13a"/>${[
      [10.5, 18, 5.5],
      [21.5, 18, 5.5],
      [16, 21, 5.5],
    ]
      .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${g('a', '#a8562b', '#5a2410')}"/>`)
      .join(
        '',
      )}${gloss('M8 16c.5-1.5 2-2.5 3.5-2.2-1.5.5-2 1.5-2.3 2.7zM19 16c.5-1.5 2-2.5 3.5-2.2-1.5.5-2 1.5-2.3 2.7z')}<path d="M14 18l2 .6M17.5 19.3l1.5-.5" stroke="#9ecb63" stroke-width="1" stroke-linecap="round"/>`,
  rasgulla: (g) =>
    `<ellipse cx="16" cy="23.5" rx="14" ry="6.5" fill="#7fa7c9"/><ellipse cx="16" cy="22.5" rx="12" ry="4.8" fill="#eef6fb"/>${[
      [10.5, 18, 5.5],
      [21.5, 18, 5.5],
      [16, 21, 5.5],
    ]
      .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${g('a', '#ffffff', '#d9d3c6')}"/>`)
      .join('')}`,
  barfi: (g) =>
    [
      [9, 21],
      [22, 22],
      [15.5, 13],
    ]
      .map(
        ([x, y]) =>
          `<g transform="translate(${x} ${y})"><path d="M-8 0L0-5 8 0 0 5z" fill="${g('a', '#fff3da', '#ecd3a2')}"/><path d="M-8 0L0 5v3.5L-8 3.5z" fill="#d9b980"/><path d="M8 0L0 5v3.5L8 3.5z" fill="#c4a066"/><path d="M-3-.5l3-1.8 3 1.8-3 1.8z" fill="#dfe5ea"/></g>`,
      )
      .join(''),
  kulfi: (g) =>
    `<rect x="14.6" y="21" width="2.8" height="10" rx="1.4" fill="#d9aa6a"/><path d="M9 22C9 12 11 2 16 2s7 10 7 20c0 1.5-1 2-2 2H11c-1 0-2-.5-2-2z" fill="${g('a', '#ffeec2', '#e9b95f')}"/><g fill="#88b04b"><circle cx="14" cy="10" r=".9"/><circle cx="18" cy="14" r=".9"/><circle cx="13.5" cy="18" r=".9"/><circle cx="18.5" cy="7.5" r=".7"/></g><path d="M16.5 17l1.5 2M15 6l.6 1.6" stroke="#c8452b" stroke-width=".8" stroke-linecap="round"/>${gloss('M11.5 19c0-7 1-12 3-14.5-.8 5-1 9-1 14.5-.5 1-2 1-2 0z')}`,
  diaper: (g) =>
    `<path d="M2 9h28c0 4-1 6-3 7-4 1-6 5-6 10H11c0-5-2-9-6-10-2-1-3-3-3-7z" fill="${g('a', '#ffffff', '#cfe0ee')}" stroke="#b3cadd" stroke-width=".6"/><path d="M2 9h28v2.8H2z" fill="#8ec5ea"/><path d="M5.5 16c4 1.5 5.5 5 5.5 10M26.5 16c-4 1.5-5.5 5-5.5 10" stroke="#8ec5ea" stroke-width="1.2" fill="none"/><circle cx="12" cy="15" r="1.3" fill="#f6b5c8"/><circle cx="20" cy="15" r="1.3" fill="#f6b5c8"/><path d="M16 20l1.2 2.4 2.6.3-1.9 1.8.5 2.5-2.4-1.2-2.4 1.2.5-2.5-1.9-1.8 2.6-.3z" fill="#ffd36b"/>`,
  flask: (g) =>
    `<rect x="10" y="9" width="12" height="21" rx="3.5" fill="${g('a', '#6fb5c9', '#22566d')}"/><rect x="12" y="2" width="8" height="7.5" rx="1.5" fill="${g('b', '#59636b', '#23292e')}"/><path d="M10 14h12v1.6H10zM10 25h12v1h-12z" fill="#fff" opacity=".5"/>${gloss('M12 12h1.8v15H12z')}`,
  foil: (g) =>
    `<path d="M8 12l20 4v13l-20-3z" fill="${g('b', '#eef2f5', '#9aa7b1')}"/><rect x="3" y="6" width="26" height="10" rx="5" fill="${g('a', '#fbfdff', '#8796a3')}"/><circle cx="7" cy="11" r="3.2" fill="#c9a877"/><circle cx="7" cy="11" r="1.5" fill="#7d6038"/><path d="M12 20l6 1M14 24l8 1" stroke="#fff" stroke-width=".8"/>`,
  tissue: (g) =>
    `<path d="M16 14C10 12 10 5 13 2c1 3 4 2 5 0 2 2 4 2 5 1-1 5 0 9-3 11z" fill="${g('b', '#ffffff', '#d5e1ea')}"/><rect x="3" y="13" width="26" height="15" rx="2.5" fill="${g('a', '#a6d5e8', '#4a8fae')}"/><ellipse cx="16" cy="14.5" rx="7" ry="1.8" fill="#2e6a86"/><path d="M14 14.5c-3-3-3-8-.5-11 .5 2.5 3.5 3 5 .5 1.5 1.5 3 1.5 4 1-1 3-.5 7-2.5 9.5z" fill="#fff"/><path d="M5 22h22" stroke="#fff" stroke-width="1" opacity=".6"/>`,
  'green-chilli': (g) =>
    [
      [2, 8, -4],
      [7, 3, 10],
    ]
      .map(
        ([x, y, turn]) =>
          `<g transform="translate(${x} ${y}) rotate(${turn} 10 10)"><path d="M3 4c3-2 6-1 8 2 3 6 7 9 12 12-8 1-15-2-18-7-1-2-2-4-2-7z" fill="${g('a', '#8fd14f', '#2f7d24')}"/><path d="M3 5C2 3 1 1 2-1" stroke="#55752f" stroke-width="1.6" fill="none" stroke-linecap="round"/><path d="M6 6c2 4 5 7 9 9" stroke="#fff" stroke-opacity=".5" stroke-width=".9" fill="none" stroke-linecap="round"/></g>`,
      )
      .join(''),
  'green-grapes': (g) =>
    `<path d="M16 8V3l4-1" stroke="#7a5c33" stroke-width="1.4" fill="none" stroke-linecap="round"/><path d="M17 6c3-4 8-4 10-1-3 3-7 4-10 1z" fill="#5da53a"/>${[
      [9, 11],
      [15, 10],
      [21, 11],
      [7, 16],
      [12.5, 15.5],
      [18.5, 15.5],
      [24, 16],
      [10, 21],
      [16, 20.5],
      [21.5, 21],
      [13, 25.5],
      [18.5, 25.5],
      [16, 29],
    ]
      .map(
        ([x, y]) =>
          `<circle cx="${x}" cy="${y}" r="3.5" fill="${g('a', '#e4f3a0', '#86b53a')}" stroke="#6f9a2e" stroke-width=".2"/>`,
      )
      .join('')}`,
  plum: (g) =>
    `<circle cx="20" cy="19" r="9.5" fill="${g('a', '#b25a9c', '#4d1742')}"/><circle cx="12" cy="20" r="9.8" fill="${g('a', '#c06aa6', '#571a4a')}"/><path d="M13 11c0-4 2-6 5-8" stroke="#6d5132" stroke-width="1.3" fill="none" stroke-linecap="round"/><path d="M15 7c3-3 8-3 10 0-3 2-7 3-10 0z" fill="#6fae45"/><path d="M12 11c-2 4-2 12 0 18" stroke="#3d1034" stroke-width=".5" opacity=".5" fill="none"/>${gloss('M5 19c0-3 2-5 4.5-5.5-2 1.5-3 4-3 6-.5.8-1.5.5-1.5-.5z')}`,
  'raw-mango': (g) =>
    `<path d="M9 5C17 2 27 9 28 18c1 7-5 11-11 10C9 27 4 21 4 13c0-4 2-7 5-8z" fill="${g('a', '#c6e36c', '#4f8f2d')}"/><path d="M10 5C9 3 9 2 10 1" stroke="#6d5132" stroke-width="1.5" stroke-linecap="round"/><path d="M11 4c3-4 8-4 11-2-2 4-7 5-11 2z" fill="#3f8a2c"/>${gloss('M8 13c0-3 2-4.5 4-5-1.5 2-2 4-2 6-.6.8-2 .5-2-1z')}`,
  chikoo: (g) =>
    `<ellipse cx="20" cy="20" rx="9.5" ry="9" fill="${g('a', '#c39a6b', '#6f4a28')}"/><ellipse cx="11.5" cy="19" rx="9" ry="9.5" fill="${g('a', '#cda678', '#7a532e')}"/><path d="M10 9.5l1.5-2.5 2 2.5z" fill="#5d3f22"/><ellipse cx="21.5" cy="21" rx="6" ry="5.6" fill="#e9b98a"/><ellipse cx="21.5" cy="21" rx="1" ry="2.6" fill="#2e1d12"/><ellipse cx="18.8" cy="21.5" rx=".8" ry="2" fill="#2e1d12"/>`,
  oil: (g) =>
    `<path d="M16 2c5 7 9 12 9 18 0 6-4 10-9 10s-9-4-9-10c0-6 4-11 9-18z" fill="${g('a', '#fff0a3', '#e8b21f')}"/>${gloss('M11 20c0-4 2-7 4-10-1 4-1.5 7-1 11 .3 2.5-3 2.5-3-1z')}`,
  'mustard-oil': (g) =>
    `<path d="M16 2c5 7 9 12 9 18 0 6-4 10-9 10s-9-4-9-10c0-6 4-11 9-18z" fill="${g('a', '#ffd666', '#b9770a')}"/>${gloss('M11 20c0-4 2-7 4-10-1 4-1.5 7-1 11 .3 2.5-3 2.5-3-1z')}`,
  sandal: (g) =>
    [
      [4, 18],
      [10, 9],
    ]
      .map(
        ([x = 0, y = 0]) =>
          `<path d="M${x} ${y + 3}l14-4 4 2v6l-14 5-4-3z" fill="${g('a', '#d9a066', '#8a5527')}"/><ellipse cx="${x + 2}" cy="${y + 6}" rx="2.6" ry="3.5" fill="#e9c08a" stroke="#a56c33" stroke-width=".5"/><ellipse cx="${x + 2}" cy="${y + 6}" rx="1.2" ry="1.7" fill="none" stroke="#a56c33" stroke-width=".5"/>`,
      )
      .join(''),
};

/** Returns null for a name without a drawing of ours. */
export function drawFood(name: string): string | null {
  const draw = drawings[name];
  if (draw === undefined) return null;
  const gradients = new Map<string, string>();
  const body = draw((shade, light, dark) => {
    const id = `own-${name}-${shade}`;
    gradients.set(
      id,
      `<radialGradient id="${id}" cx=".36" cy=".3" r=".85"><stop stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></radialGradient>`,
    );
    return `url(#${id})`;
  });
  return `<defs>${[...gradients.values()].join('')}</defs>${body}`;
}
