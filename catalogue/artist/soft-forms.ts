import { type Form, type FormInput, teeth, teethBack } from './form.ts';

/** Packs of film, foil, paper and cloth. */
export const softForms: Record<string, (input: FormInput) => Form> = {
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
