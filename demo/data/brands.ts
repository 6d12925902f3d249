/** Typeface of a brand. */
export type Face = 'chunky' | 'friendly' | 'script' | 'serif' | 'narrow' | 'slab';

/** A fictional brand. */
export interface Brand {
  name: string;
  /** OKLCH hue of its packs in degrees. */
  hue: number;
  face: Face;
  /** Multiplies list prices. */
  priceFactor: number;
  city: string;
}

// name | hue | face | price factor | city
const table = `
Gauvana | 255 | chunky | 1 | Anand
Nandgopi | 150 | friendly | 0.96 | Karnal
Himdoodh | 225 | serif | 1.08 | Solan
Kheerani | 25 | script | 1.12 | Mathura
Malaigaon | 80 | slab | 1.04 | Kolhapur
Annavali | 60 | serif | 1 | Indore
Khetraj | 140 | chunky | 0.95 | Sehore
Navdhaan | 30 | friendly | 1.06 | Raipur
Mittibagh | 110 | slab | 1.28 | Dehradun
Dharapatti | 290 | narrow | 0.92 | Nagpur
Zaikavan | 20 | script | 1.05 | Jodhpur
Rangmirch | 35 | chunky | 1 | Guntur
Masalika | 345 | friendly | 0.97 | Rajkot
Tejdana | 75 | slab | 1.1 | Unjha
Tilavan | 95 | serif | 1.15 | Junagadh
Sarsonika | 85 | chunky | 1 | Bharatpur
Suryabeej | 65 | friendly | 0.96 | Latur
Meghmeva | 50 | serif | 1.14 | Srinagar
Badamiya | 155 | script | 1.05 | Delhi
Girikaju | 15 | slab | 0.98 | Kollam
Karkuru | 30 | chunky | 0.95 | Ahmedabad
Chatakdum | 350 | friendly | 1 | Bikaner
Crispora | 250 | narrow | 1.12 | Pune
Bhujiyana | 70 | script | 1.02 | Bikaner
Millego | 135 | friendly | 1.2 | Mysuru
Khastaar | 40 | slab | 0.96 | Meerut
Ovenji | 20 | friendly | 1 | Pune
Bakebaari | 320 | script | 1.1 | Kolkata
Tiffinoor | 265 | chunky | 0.93 | Chennai
Kokoara | 40 | serif | 1.2 | Idukki
Velvanta | 300 | script | 1.3 | Coimbatore
Chokumi | 355 | chunky | 1 | Gurugram
Mithaasya | 75 | serif | 1.08 | Lucknow
Gudgudi | 185 | friendly | 0.92 | Nashik
Barafia | 235 | script | 1.1 | Mumbai
Kulfira | 340 | friendly | 1.02 | Jaipur
Frostigo | 210 | chunky | 1 | Bengaluru
Fizzando | 20 | chunky | 1 | Hyderabad
Nimbolt | 125 | narrow | 0.95 | Nagpur
Rasbagiya | 50 | friendly | 1.04 | Ratnagiri
Thandaara | 200 | script | 1 | Haridwar
Jaljeevi | 230 | narrow | 0.96 | Nainital
Chaiboli | 30 | slab | 1 | Siliguri
Pahadipatti | 145 | serif | 1.22 | Darjeeling
Kaapikaar | 45 | serif | 1.1 | Chikkamagaluru
Malnaadu | 15 | narrow | 1.18 | Madikeri
Balvikas | 270 | chunky | 1.02 | Ludhiana
Fatafatt | 45 | chunky | 0.95 | Sonipat
Noodlu | 15 | friendly | 1 | Chennai
Bhojdabba | 150 | slab | 1.08 | Vadodara
Sheetkhet | 215 | narrow | 1 | Jalandhar
Achaarika | 90 | script | 1.05 | Panipat
Lalmaatar | 25 | chunky | 1 | Nashik
Chutnivala | 140 | friendly | 0.97 | Surat
Diponaut | 285 | narrow | 1.15 | Bengaluru
Shahadri | 70 | script | 1.12 | Mahabaleshwar
Taazakaat | 20 | narrow | 1 | Hyderabad
Machhlighat | 240 | slab | 1.06 | Kochi
Coopala | 60 | friendly | 0.98 | Namakkal
Nanhupal | 200 | friendly | 1.1 | Manesar
Chhotukin | 340 | chunky | 1 | Thane
Gulgulaa | 90 | script | 1.05 | Baddi
Neemrani | 145 | serif | 1 | Haridwar
Kesholi | 300 | script | 1.06 | Thrissur
Ubtanika | 60 | serif | 1.14 | Jaipur
Freshoora | 195 | narrow | 0.97 | Silvassa
Daantveer | 25 | chunky | 1 | Baddi
Roopvati | 350 | script | 1.12 | Mumbai
Chamkaro | 255 | chunky | 1 | Kanpur
Dhulwaah | 310 | friendly | 0.95 | Daman
Bartanjee | 130 | chunky | 0.97 | Surat
Safaarish | 220 | narrow | 1.04 | Vapi
Machharoff | 10 | narrow | 1 | Puducherry
Gharwar | 175 | slab | 1 | Rajkot
Rasoiyan | 30 | slab | 1.06 | Moradabad
Poojadeep | 45 | script | 1 | Varanasi
Roshnoor | 85 | narrow | 1.02 | Noida
Kaagazee | 240 | slab | 0.98 | Sivakasi
Bhaunka | 35 | chunky | 1 | Pune
Meowjee | 310 | friendly | 1.04 | Bengaluru
Pawsaathi | 185 | chunky | 1.1 | Gurugram
Chirpiya | 110 | friendly | 0.98 | Kolkata
`;

const faces: readonly string[] = ['chunky', 'friendly', 'script', 'serif', 'narrow', 'slab'] satisfies Face[];

function isFace(text: string | undefined): text is Face {
  return text !== undefined && faces.includes(text);
}

const brands = new Map(
  table
    .trim()
    .split('\n')
    .map((line): [string, Brand] => {
      const [name, hue, face, priceFactor, city] = line.split('|').map((part) => part.trim());
      if (!name || !city || !isFace(face)) throw new Error(`Invalid brand: ${line}`);
      return [name, { name, hue: Number(hue), face, priceFactor: Number(priceFactor), city }];
    }),
);

/** Throws for an unknown name. */
export function getBrand(name: string): Brand {
  const brand = brands.get(name);
  if (brand === undefined) throw new Error(`Unknown brand ${name}`);
  return brand;
}
