import { type Form, type FormInput, rounded } from './form.ts';

/** Packs of board, clay and moulded paper. */
export const stiffForms: Record<string, (input: FormInput) => Form> = {
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
