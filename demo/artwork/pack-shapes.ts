import type { Box, Palette } from './palette.ts';

export interface ShapeInput {
  palette: Palette;
  /** Colours of the contents, seen through glass and clear plastic. */
  contents: string;
  contentsDeep: string;
  look: number;
  title: string;
}

/** A pack on a canvas of 400 by 400; the ground is at about y = 376. */
export interface PackShape {
  /** Path of the outline; light and shade are clipped to it. */
  body: string;
  /** Fill outside the label. Default: the label's ground colour. */
  fill?: string;
  label: Box;
  /** Path of the label's outline. Default: that of the body. */
  labelOutline?: string;
  light: 'round' | 'soft' | 'flat' | 'glass';
  /** Drawn behind and before the body. */
  behind?: string;
  before?: string;
  /** Half the width of the shadow on the ground. */
  shadow: number;
  /** Y of the ground. Default: 376. */
  floor?: number;
}

/** A jagged edge from left to right with teeth up (-1) or down (1). */
function teeth(from: number, to: number, tooth: number, direction: 1 | -1): string {
  const count = Math.round((to - from) / tooth);
  const step = (to - from) / count;
  return Array.from(
    { length: count },
    () => `l${step / 2} ${direction * 6}l${step / 2} ${-direction * 6}`,
  ).join('');
}

/** The same from right to left. */
function teethBack(from: number, to: number, tooth: number, direction: 1 | -1): string {
  const count = Math.round((from - to) / tooth);
  const step = (from - to) / count;
  return Array.from(
    { length: count },
    () => `l${-step / 2} ${direction * 6}l${-step / 2} ${-direction * 6}`,
  ).join('');
}

export function rounded(x: number, y: number, width: number, height: number, radius: number): string {
  return `M${x + radius} ${y}h${width - 2 * radius}q${radius} 0 ${radius} ${radius}v${height - 2 * radius}q0 ${radius}-${radius} ${radius}h-${width - 2 * radius}q-${radius} 0-${radius}-${radius}v-${height - 2 * radius}q0-${radius} ${radius}-${radius}z`;
}

/** Film, foil, paper and cloth. */
export const softShapes: Record<string, (input: ShapeInput) => PackShape> = {
  pouch: ({ look }) => {
    const isTall = look % 2 === 0;
    const top = isTall ? 24 : 46;
    const side = isTall ? 84 : 68;
    const right = 400 - side;
    return {
      body: `M${side + 10} ${top}h${right - side - 20}l4 26C${right + 4} ${top + 120} ${right + 8} 270 ${right + 2} 346Q${right} 372 ${right - 18} 375Q200 382 ${side + 18} 375Q${side} 372 ${side - 2} 346C${side - 8} 270 ${side - 4} ${top + 120} ${side + 6} ${top + 26}z`,
      label: { x: side - 4, y: top + 28, width: right - side + 8, height: 350 - top },
      light: 'soft',
      before: `<path d="M${side + 8} ${top + 8}h${right - side - 16}M${side + 8} ${top + 14}h${right - side - 16}M${side + 8} ${top + 20}h${right - side - 16}" stroke="#fff" stroke-opacity=".4" stroke-width="1.5"/><path d="M${side + 6} ${top + 27}h${right - side - 12}" stroke="#000" stroke-opacity=".18" stroke-width="2"/><path d="M${side + 6} 356Q200 330 ${right - 6} 356" stroke="#000" stroke-opacity=".16" stroke-width="2" fill="none"/><path d="M${side + 14} ${top + 60}Q${side + 8} 200 ${side + 16} 330" stroke="#fff" stroke-opacity=".38" stroke-width="7" stroke-linecap="round" fill="none"/>`,
      shadow: 112,
    };
  },
  pillow: ({ look }) => {
    const side = look % 3 === 0 ? 82 : 70;
    const right = 400 - side;
    return {
      body: `M${side} 26${teeth(side, right, 12, -1)}l-6 26C${right + 14} 130 ${right + 14} 280 ${right - 6} 346l6 26${teethBack(right, side, 12, 1)}l6-26C${side - 14} 280 ${side - 14} 130 ${side + 6} 52z`,
      label: { x: side - 10, y: 54, width: right - side + 20, height: 292 },
      light: 'soft',
      before: `<path d="M${side + 4} 34h${right - side - 8}M${side + 5} 42h${right - side - 10}M${side + 5} 357h${right - side - 10}M${side + 4} 365h${right - side - 8}" stroke="#fff" stroke-opacity=".35" stroke-width="2"/><path d="M${side + 6} 53h${right - side - 12}M${side + 6} 346h${right - side - 12}" stroke="#000" stroke-opacity=".2" stroke-width="2"/><path d="M${side + 20} 66q16 26 34 4M${right - 60} 64q18 24 40 4M${side + 24} 334q18-22 36-2M${right - 64} 334q20-24 42-2" stroke="#fff" stroke-opacity=".4" stroke-width="3" fill="none" stroke-linecap="round"/><path d="M${side + 12} 110Q${side + 2} 200 ${side + 12} 292" stroke="#fff" stroke-opacity=".45" stroke-width="9" stroke-linecap="round" fill="none"/>`,
      shadow: 108,
    };
  },
  sachet: () => ({
    body: `M104 36${teeth(104, 296, 12, -1)}V368${teethBack(296, 104, 12, 1)}z`,
    label: { x: 104, y: 58, width: 192, height: 288 },
    light: 'soft',
    before:
      '<path d="M104 46h192M104 54h192M104 351h192M104 359h192" stroke="#fff" stroke-opacity=".4" stroke-width="2"/><path d="M111 58V346M289 58V346" stroke="#fff" stroke-opacity=".25" stroke-width="2"/><path d="M296 92l-11 5 11 5z" fill="#000" opacity=".25"/><path d="M120 80L178 64M122 96l80-24" stroke="#fff" stroke-opacity=".22" stroke-width="8"/>',
    shadow: 88,
  }),
  sack: ({ palette }) => ({
    body: 'M84 58C120 66 280 66 316 58c-4 20 2 34 10 52 16 60 18 170 6 236-2 18-12 28-28 28H96c-16 0-26-10-28-28-12-66-10-176 6-236 8-18 14-32 10-52z',
    label: { x: 66, y: 84, width: 268, height: 290 },
    light: 'soft',
    behind: `<path d="M84 58L76 26q124 16 248 0l-8 32z" fill="${palette.groundDeep}"/>`,
    before:
      '<path d="M82 62q118 14 236 0" stroke="#fff" stroke-opacity=".8" stroke-width="2.4" stroke-dasharray="9 6" fill="none"/><path d="M80 44q120 14 240 0" stroke="#000" stroke-opacity=".18" stroke-width="2" fill="none"/><path d="M98 84q-8 40-14 70M302 84q8 40 14 70M96 350q-10-20-12-50" stroke="#000" stroke-opacity=".14" stroke-width="5" fill="none" stroke-linecap="round"/><path d="M92 130q-10 90 2 190" stroke="#fff" stroke-opacity=".3" stroke-width="9" fill="none" stroke-linecap="round"/>',
    shadow: 124,
  }),
  bar: () => ({
    body: 'M16 112l6-7 6 7 6-7 14 8C150 90 250 90 352 113l14-8 6 7 6-7 6 7V288l-6 7-6-7-6 7-14-8C250 310 150 310 48 287l-14 8-6-7-6 7-6-7z',
    label: { x: 44, y: 98, width: 312, height: 204 },
    light: 'soft',
    before:
      '<path d="M24 110V290M33 112V290M367 112V290M376 110V290" stroke="#fff" stroke-opacity=".45" stroke-width="2"/><path d="M46 113V287M354 113V287" stroke="#000" stroke-opacity=".22" stroke-width="2"/><path d="M66 120q134-22 268 0" stroke="#fff" stroke-opacity=".5" stroke-width="7" fill="none" stroke-linecap="round"/><path d="M58 136q16 14 4 36M342 226q-16 14-6 36" stroke="#fff" stroke-opacity=".35" stroke-width="4" fill="none" stroke-linecap="round"/>',
    shadow: 156,
    floor: 312,
  }),
  'ice-pop': ({ palette }) => ({
    body: `M106 26${teeth(106, 294, 12, -1)}l-5 24C306 120 306 230 289 292l5 22${teethBack(294, 106, 12, 1)}l5-22C94 230 94 120 111 50z`,
    label: { x: 98, y: 48, width: 204, height: 246 },
    light: 'soft',
    behind: `<rect x="186" y="290" width="28" height="86" rx="12" fill="#dcb077"/><rect x="186" y="290" width="10" height="80" rx="5" fill="#f0d0a0"/>`,
    before: `<path d="M108 34h184M109 42h182M109 300h182M108 308h184" stroke="#fff" stroke-opacity=".4" stroke-width="2"/><path d="M112 51h176M112 292h176" stroke="${palette.groundDeep}" stroke-opacity=".6" stroke-width="2"/><path d="M116 90Q108 170 118 250" stroke="#fff" stroke-opacity=".45" stroke-width="8" stroke-linecap="round" fill="none"/>`,
    shadow: 60,
  }),
  loaf: () => ({
    body: 'M150 92C96 96 64 116 58 154c-8 62-6 140 0 190 2 20 12 30 30 32 72 4 152 4 224 0 18-2 28-12 30-32 6-50 8-128 0-190-6-38-38-58-92-62z',
    label: { x: 54, y: 140, width: 292, height: 236 },
    light: 'soft',
    fill: '#e9b876',
    labelOutline: 'M54 150Q200 118 346 150V372Q200 380 54 372z',
    behind:
      '<path d="M176 92C150 60 140 40 136 22q30 14 44 8 18-10 40 0 16 8 44-8-4 18-14 38-8 18-26 32z" fill="#f4ead8" opacity=".9"/><path d="M160 40q20 20 26 50M200 34v52M240 40q-20 20-26 50" stroke="#cdbfa6" stroke-width="3" fill="none"/><rect x="172" y="80" width="56" height="16" rx="8" fill="#d8452e"/>',
    before:
      '<path d="M72 176Q62 250 72 330" stroke="#fff" stroke-opacity=".5" stroke-width="10" stroke-linecap="round" fill="none"/><path d="M110 122q40-18 90-18" stroke="#fff" stroke-opacity=".6" stroke-width="7" stroke-linecap="round" fill="none"/>',
    shadow: 134,
  }),
};

/** Board, clay and moulded paper. */
export const stiffShapes: Record<string, (input: ShapeInput) => PackShape> = {
  box: ({ palette, look }) => {
    const isWide = look % 3 === 0;
    const [left, right, top] = isWide ? [48, 302, 110] : [74, 276, 56];
    return {
      body: `M${left} ${top}H${right}V374H${left}z`,
      label: { x: left, y: top, width: right - left, height: 374 - top },
      light: 'flat',
      behind: `<path d="M${right} ${top}l48-26V344L${right} 374z" fill="${palette.groundDeep}"/><path d="M${right} ${top}l48-26V344L${right} 374z" fill="#000" opacity=".16"/><path d="M${left} ${top}l48-26H${right + 48}L${right} ${top}z" fill="${palette.panel}"/><path d="M${left} ${top}l48-26H${right + 48}L${right} ${top}z" fill="#000" opacity=".06"/><path d="M${right + 10} ${top + 24}l28-15v60l-28 15z" fill="#fff" opacity=".28"/>`,
      before: `<path d="M${left} ${top + 1}H${right}" stroke="#fff" stroke-opacity=".6" stroke-width="2"/><path d="M${right - 1} ${top}V374" stroke="#fff" stroke-opacity=".35" stroke-width="2"/>`,
      shadow: isWide ? 150 : 124,
    };
  },
  carton: ({ palette, look }) => ({
    body: 'M86 128H266V374H86z',
    label: { x: 86, y: 128, width: 180, height: 246 },
    light: 'flat',
    behind: `<path d="M266 128l52-24V348l-52 26z" fill="${palette.groundDeep}"/><path d="M266 128l52-24V348l-52 26z" fill="#000" opacity=".2"/><path d="M86 128l24-66h180l-24 66z" fill="${palette.panel}"/><path d="M266 128l24-66 28 42z" fill="${palette.groundDeep}"/><path d="M266 128l24-66 28 42z" fill="#000" opacity=".3"/><path d="M110 30h180v34H110z" fill="${palette.panel}"/><path d="M110 38h180M110 56h180" stroke="#000" stroke-opacity=".13" stroke-width="2"/>${
      look % 2 === 0
        ? `<ellipse cx="182" cy="98" rx="27" ry="15" fill="${palette.capDeep}"/><path d="M155 84h54v14a27 15 0 0 1-54 0z" fill="${palette.capDeep}"/><ellipse cx="182" cy="84" rx="27" ry="13" fill="${palette.cap}"/>`
        : ''
    }`,
    before:
      '<path d="M86 129H266" stroke="#fff" stroke-opacity=".6" stroke-width="2"/><path d="M265 128V374" stroke="#fff" stroke-opacity=".35" stroke-width="2"/>',
    shadow: 118,
  }),
  'egg-box': ({ palette, title }) => {
    const isBrown = /brown|farm|free|kadaknath|omega/i.test(title);
    const shell = isBrown ? ['#e3a878', '#b87445'] : ['#fdf3e3', '#e2cfae'];
    const egg = (x: number, y: number) =>
      `<ellipse cx="${x}" cy="${y}" rx="31" ry="40" fill="${shell[1]}"/><ellipse cx="${x - 2}" cy="${y - 2}" rx="28" ry="37" fill="${shell[0]}"/><ellipse cx="${x - 10}" cy="${y - 15}" rx="8" ry="13" fill="#fff" opacity=".7"/>`;
    return {
      body: 'M30 220q12-10 24 0 24-16 48 0 24-16 48 0 24-16 48 0 24-16 48 0 24-16 48 0 24-16 48 0 14-12 28 0l-14 116c-2 20-10 30-28 30H92c-18 0-26-10-28-30z',
      fill: '#b9aa98',
      label: { x: 74, y: 240, width: 252, height: 106 },
      labelOutline: rounded(74, 240, 252, 106, 10),
      light: 'round',
      behind: `<path d="M44 214h312v20H44z" fill="#8d7f6e"/>${[78, 139, 200, 261, 322].map((x) => egg(x, 192)).join('')}${[108, 169, 230, 292].map((x) => egg(x, 212)).join('')}`,
      before: `<path d="M74 352h252" stroke="${palette.groundDeep}" stroke-opacity=".4" stroke-width="3"/>`,
      shadow: 140,
    };
  },
  'gift-box': ({ palette }) => ({
    body: 'M62 150H338V374H62z',
    label: { x: 62, y: 150, width: 276, height: 224 },
    light: 'flat',
    before: `<path d="M50 108H350V156H50z" fill="${palette.panel}"/><path d="M50 150H350v8H50z" fill="#000" opacity=".16"/><path d="M50 108H350v6H50z" fill="#fff" opacity=".4"/><path d="M184 108h32v48h-32z" fill="${palette.accent}"/><path d="M200 106C150 40 96 52 104 86c4 18 60 24 96 20zM200 106c50-66 104-54 96-20-4 18-60 24-96 20z" fill="${palette.accent}"/><path d="M196 104c-30-26-62-38-74-26M204 104c30-26 62-38 74-26" stroke="#000" stroke-opacity=".2" stroke-width="4" fill="none"/><circle cx="200" cy="102" r="15" fill="${palette.accent}"/><circle cx="196" cy="98" r="6" fill="#fff" opacity=".35"/>`,
    shadow: 146,
  }),
  'paper-bag': ({ look }) => ({
    body: 'M82 150l14-8 14 8 14-8 14 8 14-8 14 8 14-8 14 8 14-8 14 8 14-8 14 8 14-8 14 8 14-8 14 8L326 374H74z',
    fill: '#d8b485',
    label: { x: 100, y: 184, width: 200, height: 160 },
    labelOutline: rounded(96, 180, 208, 168, look % 2 === 0 ? 40 : 12),
    light: 'soft',
    before:
      '<path d="M110 158L98 372M290 158l12 214" stroke="#8d6a3e" stroke-opacity=".35" stroke-width="3"/>',
    shadow: 124,
  }),
  crate: () => {
    const slat = (y: number, shade: string) =>
      `<rect x="40" y="${y}" width="320" height="46" rx="4" fill="${shade}"/><path d="M52 ${y + 14}q80-8 150 2t146-4M52 ${y + 32}q90 8 150 0t146 2" stroke="#8b5f31" stroke-opacity=".4" stroke-width="2" fill="none"/>`;
    return {
      body: 'M40 214H360V374H40z',
      fill: 'none',
      label: { x: 100, y: 246, width: 200, height: 88 },
      labelOutline: rounded(100, 246, 200, 88, 8),
      light: 'flat',
      behind: `<path d="M40 214H360V374H40z" fill="#7a5128"/>${slat(218, '#d9a765')}${slat(271, '#cf9b58')}${slat(324, '#d9a765')}<rect x="44" y="208" width="26" height="168" rx="3" fill="#b98548"/><rect x="330" y="208" width="26" height="168" rx="3" fill="#b98548"/><g fill="#6a4522"><circle cx="57" cy="240" r="3"/><circle cx="57" cy="294" r="3"/><circle cx="57" cy="348" r="3"/><circle cx="343" cy="240" r="3"/><circle cx="343" cy="294" r="3"/><circle cx="343" cy="348" r="3"/></g>`,
      shadow: 156,
    };
  },
};

/** Glass, metal and moulded plastic. */
export const roundShapes: Record<string, (input: ShapeInput) => PackShape> = {
  bottle: ({ palette, contents, contentsDeep, look }) => {
    const cap = `<rect x="166" y="18" width="68" height="40" rx="7" fill="${palette.capDeep}"/><rect x="166" y="18" width="68" height="34" rx="7" fill="${palette.cap}"/><path d="M178 22v28M190 22v28M202 22v28M214 22v28M224 22v28" stroke="#000" stroke-opacity=".14" stroke-width="3"/><rect x="162" y="54" width="76" height="10" rx="4" fill="${palette.capDeep}"/>`;
    const isSlim = look % 3 === 1;
    const isSquare = look % 3 === 2;
    const [left, right, shoulder] = isSlim ? [122, 278, 160] : isSquare ? [100, 300, 112] : [108, 292, 148];
    const label = isSlim
      ? { y: 176, height: 170 }
      : { y: isSquare ? 136 : 168, height: isSquare ? 206 : 176 };
    return {
      body: `M174 64h52v${isSquare ? 14 : 24}C${isSquare ? 230 : 226} ${shoulder - 30} ${right} ${shoulder - 36} ${right} ${shoulder + 16}V348q0 28-24 28H${left + 24}q-24 0-24-28V${shoulder + 16}C${left} ${shoulder - 36} ${isSquare ? 170 : 174} ${shoulder - 30} 174 ${isSquare ? 78 : 88}z`,
      fill: 'url(#contents)',
      label: { x: left, y: label.y, width: right - left, height: label.height },
      labelOutline: `M${left - 2} ${label.y}H${right + 2}V${label.y + label.height}H${left - 2}z`,
      light: 'round',
      behind: `<defs><linearGradient id="contents" x2="0" y2="1"><stop stop-color="${contents}"/><stop offset="1" stop-color="${contentsDeep}"/></linearGradient></defs>`,
      before: `${cap}<path d="M${left + 18} ${shoulder + 8}q6-22 30-32" stroke="#fff" stroke-opacity=".6" stroke-width="7" stroke-linecap="round" fill="none"/>`,
      shadow: (right - left) / 2,
    };
  },
  dispenser: ({ palette, contents, contentsDeep }) => ({
    body: 'M150 118h100c26 2 46 16 48 46v184q0 28-26 28H128q-26 0-26-28V164c2-30 22-44 48-46z',
    fill: 'url(#contents)',
    label: { x: 102, y: 158, width: 196, height: 190 },
    labelOutline: 'M100 158H300V348H100z',
    light: 'round',
    behind: `<defs><linearGradient id="contents" x2="0" y2="1"><stop stop-color="${contents}"/><stop offset="1" stop-color="${contentsDeep}"/></linearGradient></defs><rect x="191" y="44" width="18" height="56" fill="#dfe3e4"/><path d="M150 24h78q10 0 10 10v12q0 8-10 8h-60l-40 10q-14 2-12-10 2-10 14-14z" fill="${palette.cap}"/><path d="M150 24h78q6 0 8 5l-92 8z" fill="#fff" opacity=".35"/><rect x="164" y="84" width="72" height="36" rx="8" fill="${palette.cap}"/><path d="M174 88v28M188 88v28M202 88v28M216 88v28M228 88v28" stroke="#000" stroke-opacity=".12" stroke-width="3"/>`,
    shadow: 98,
  }),
  jar: ({ palette, contents, contentsDeep, look }) => {
    const isTall = look % 2 === 0;
    const [left, right, top] = isTall ? [96, 304, 96] : [76, 324, 128];
    const label = { y: top + 62, height: 374 - top - 104 };
    return {
      body: `M${left + 22} ${top}H${right - 22}C${right} ${top + 10} ${right} ${top + 24} ${right} ${top + 44}V344q0 32-30 32H${left + 30}q-30 0-30-32V${top + 44}c0-20 0-34 22-44z`,
      fill: 'url(#contents)',
      label: { x: left, y: label.y, width: right - left, height: label.height },
      labelOutline: rounded(left - 4, label.y, right - left + 8, label.height, 6),
      light: 'glass',
      behind: `<defs><linearGradient id="contents" x2="0" y2="1"><stop stop-color="${contents}"/><stop offset="1" stop-color="${contentsDeep}"/></linearGradient></defs>`,
      before: `<rect x="${left + 10}" y="${top - 48}" width="${right - left - 20}" height="54" rx="9" fill="${palette.capDeep}"/><rect x="${left + 10}" y="${top - 48}" width="${right - left - 20}" height="46" rx="9" fill="${palette.cap}"/><path d="M${left + 24} ${top - 34}H${right - 24}M${left + 24} ${top - 22}H${right - 24}M${left + 24} ${top - 10}H${right - 24}" stroke="#000" stroke-opacity=".13" stroke-width="3"/><path d="M${left + 22} ${top - 42}h${(right - left) * 0.3}" stroke="#fff" stroke-opacity=".6" stroke-width="5" stroke-linecap="round"/>`,
      shadow: (right - left) / 2,
    };
  },
  tin: ({ palette }) => ({
    body: 'M92 76V348c0 18 48 30 108 30s108-12 108-30V76z',
    label: { x: 92, y: 106, width: 216, height: 246 },
    labelOutline: 'M92 92c0 18 48 30 108 30s108-12 108-30V338c0 18-48 30-108 30S92 356 92 338z',
    fill: '#c9ced2',
    light: 'round',
    before: `<ellipse cx="200" cy="78" rx="110" ry="30" fill="#9aa2a8"/><ellipse cx="200" cy="74" rx="110" ry="30" fill="#e6eaec"/><ellipse cx="200" cy="76" rx="98" ry="25" fill="#c3cacf"/><ellipse cx="200" cy="78" rx="84" ry="20" fill="${palette.cap}"/><path d="M130 70q70-22 140 0" stroke="#fff" stroke-opacity=".6" stroke-width="4" fill="none"/>`,
    shadow: 112,
  }),
  canister: ({ palette }) => ({
    body: 'M116 52V356c0 14 38 22 84 22s84-8 84-22V52z',
    label: { x: 116, y: 62, width: 168, height: 296 },
    light: 'round',
    before: `<path d="M112 34v22c0 12 40 20 88 20s88-8 88-20V34z" fill="${palette.capDeep}"/><ellipse cx="200" cy="34" rx="88" ry="19" fill="${palette.cap}"/><ellipse cx="200" cy="34" rx="74" ry="14" fill="#fff" opacity=".25"/><path d="M116 350c0 14 38 22 84 22s84-8 84-22v8c0 14-38 20-84 20s-84-6-84-20z" fill="#b8bfc4"/>`,
    shadow: 88,
  }),
  can: () => ({
    body: 'M146 34h108l22 34V340l-18 34c-30 6-86 6-116 0l-18-34V68z',
    label: { x: 124, y: 66, width: 152, height: 278 },
    labelOutline: 'M124 66q76 16 152 0V342q-76 16-152 0z',
    fill: '#cfd5d9',
    light: 'round',
    before:
      '<ellipse cx="200" cy="34" rx="55" ry="11" fill="#eef1f3"/><ellipse cx="200" cy="35" rx="47" ry="8" fill="#aab2b8"/><ellipse cx="200" cy="36" rx="18" ry="4" fill="#dfe4e7"/><path d="M126 66q74 16 148 0" stroke="#fff" stroke-opacity=".5" stroke-width="2" fill="none"/>',
    shadow: 72,
  }),
  tub: ({ palette, look }) => {
    const isDeep = look % 2 === 0;
    const top = isDeep ? 104 : 150;
    return {
      body: `M66 ${top}H334L304 350c-4 18-48 28-104 28S100 368 96 350z`,
      label: { x: 72, y: top + 14, width: 256, height: 356 - top },
      light: 'round',
      before: `<path d="M58 ${top - 30}v24c0 22 64 34 142 34s142-12 142-34v-24z" fill="${palette.capDeep}"/><ellipse cx="200" cy="${top - 30}" rx="142" ry="32" fill="${palette.cap}"/><ellipse cx="200" cy="${top - 31}" rx="122" ry="25" fill="#fff" opacity=".25"/><path d="M84 ${top - 34}q60-26 130-22" stroke="#fff" stroke-opacity=".6" stroke-width="5" fill="none" stroke-linecap="round"/>`,
      shadow: 108,
    };
  },
  cup: ({ palette }) => ({
    body: 'M88 104H312L280 356c-4 14-38 22-80 22s-76-8-80-22z',
    label: { x: 104, y: 122, width: 192, height: 240 },
    labelOutline: 'M92 118q108 30 216 0L281 350q-81 24-162 0z',
    fill: '#f7f4ee',
    light: 'round',
    before: `<ellipse cx="200" cy="104" rx="116" ry="27" fill="#aeb6ba"/><ellipse cx="200" cy="98" rx="116" ry="27" fill="${palette.cap}"/><path d="M296 86q26-14 30 4 0 14-26 22z" fill="${palette.capDeep}"/><ellipse cx="200" cy="97" rx="98" ry="20" fill="#fff" opacity=".28"/><path d="M108 92q44-20 92-20" stroke="#fff" stroke-opacity=".7" stroke-width="5" fill="none" stroke-linecap="round"/>`,
    shadow: 84,
  }),
  matka: ({ palette }) => ({
    body: 'M140 120C70 150 60 220 78 284c12 52 56 92 122 92s110-40 122-92c18-64 8-134-62-164z',
    fill: '#b9643c',
    label: { x: 90, y: 180, width: 220, height: 132 },
    labelOutline: rounded(86, 180, 228, 132, 26),
    light: 'round',
    before: `<ellipse cx="200" cy="112" rx="84" ry="22" fill="#8f4526"/><path d="M116 92c0 20 8 30 24 34h120c16-4 24-14 24-34z" fill="#c9764d"/><ellipse cx="200" cy="92" rx="84" ry="21" fill="${palette.cap}"/><path d="M126 88q50-22 110-14" stroke="#fff" stroke-opacity=".6" stroke-width="5" fill="none" stroke-linecap="round"/><path d="M92 330q108 44 216 0" stroke="#fbe9d2" stroke-opacity=".7" stroke-width="4" stroke-dasharray="2 9" stroke-linecap="round" fill="none"/>`,
    shadow: 96,
  }),
  tube: ({ palette }) => ({
    body: 'M108 30H292L264 300q-4 14-18 14H154q-14 0-18-14z',
    label: { x: 118, y: 52, width: 164, height: 248 },
    light: 'round',
    behind: `<path d="M152 306h96l-6 62q-2 10-12 10h-60q-10 0-12-10z" fill="${palette.cap}"/><path d="M166 318l4 54M184 318l2 56M200 318v56M216 318l-2 56M234 318l-4 54" stroke="#000" stroke-opacity=".12" stroke-width="4"/>`,
    before:
      '<path d="M108 30H292l-2 18H110z" fill="#fff" opacity=".35"/><path d="M120 30v18M134 30v18M148 30v18M162 30v18M176 30v18M190 30v18M204 30v18M218 30v18M232 30v18M246 30v18M260 30v18M274 30v18" stroke="#000" stroke-opacity=".16" stroke-width="2"/>',
    shadow: 52,
  }),
  roll: ({ palette }) => ({
    body: 'M88 96V340c0 22 50 38 112 38s112-16 112-38V96z',
    fill: '#f7f5f0',
    label: { x: 92, y: 172, width: 216, height: 156 },
    labelOutline: 'M86 134c0 22 50 36 114 36s114-14 114-36V320c0 22-50 36-114 36S86 342 86 320z',
    light: 'round',
    before: `<ellipse cx="200" cy="96" rx="112" ry="38" fill="#fffdf8"/><ellipse cx="200" cy="96" rx="112" ry="38" fill="none" stroke="#ddd6c8" stroke-width="2"/><ellipse cx="200" cy="97" rx="86" ry="28" fill="none" stroke="#e6e0d3" stroke-width="3"/><ellipse cx="200" cy="97" rx="60" ry="19" fill="none" stroke="#e6e0d3" stroke-width="3"/><ellipse cx="200" cy="98" rx="34" ry="11" fill="#c9a877"/><ellipse cx="200" cy="101" rx="26" ry="8" fill="${palette.capDeep}"/>`,
    shadow: 114,
  }),
  cone: ({ palette }) => ({
    body: 'M80 96H320L218 366q-18 22-36 0z',
    label: { x: 112, y: 124, width: 176, height: 88 },
    labelOutline: 'M74 96H326L218 380H182z',
    light: 'round',
    before: `<ellipse cx="200" cy="96" rx="124" ry="29" fill="${palette.capDeep}"/><ellipse cx="200" cy="88" rx="124" ry="29" fill="${palette.cap}"/><ellipse cx="200" cy="87" rx="102" ry="21" fill="#fff" opacity=".3"/><path d="M148 282l66 52M138 254l88 68M130 226l108 82" stroke="${palette.groundDeep}" stroke-opacity=".35" stroke-width="3"/><path d="M100 84q50-20 100-18" stroke="#fff" stroke-opacity=".7" stroke-width="5" fill="none" stroke-linecap="round"/>`,
    shadow: 30,
  }),
};
