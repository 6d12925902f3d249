import { type Form, type FormInput, rounded } from './form.ts';

/** Packs of glass, metal and moulded plastic. */
export const roundForms: Record<string, (input: FormInput) => Form> = {
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
