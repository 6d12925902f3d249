/** Typeface of a brand. */
export type Face = 'chunky' | 'friendly' | 'script' | 'serif' | 'narrow' | 'slab';

/** A fictional brand. */
export interface Brand {
  name: string;
  nameHindi: string;
  /** OKLCH hue of its packs in degrees. */
  hue: number;
  face: Face;
  /** Multiplies list prices. */
  priceFactor: number;
  city: string;
}

// name | name in Hindi | hue | face | price factor | city
const table = `
Gauvana | गौवना | 255 | chunky | 1 | Anand
Nandgopi | नंदगोपी | 150 | friendly | 0.96 | Karnal
Himdoodh | हिमदूध | 225 | serif | 1.08 | Solan
Kheerani | खीरानी | 25 | script | 1.12 | Mathura
Malaigaon | मलाईगाँव | 80 | slab | 1.04 | Kolhapur
Annavali | अन्नावली | 60 | serif | 1 | Indore
Khetraj | खेतराज | 140 | chunky | 0.95 | Sehore
Navdhaan | नवधान | 30 | friendly | 1.06 | Raipur
Mittibagh | मिट्टीबाग | 110 | slab | 1.28 | Dehradun
Dharapatti | धरापट्टी | 290 | narrow | 0.92 | Nagpur
Zaikavan | ज़ायकावन | 20 | script | 1.05 | Jodhpur
Rangmirch | रंगमिर्च | 35 | chunky | 1 | Guntur
Masalika | मसालिका | 345 | friendly | 0.97 | Rajkot
Tejdana | तेजदाना | 75 | slab | 1.1 | Unjha
Tilavan | तिलावन | 95 | serif | 1.15 | Junagadh
Sarsonika | सरसोनिका | 85 | chunky | 1 | Bharatpur
Suryabeej | सूर्यबीज | 65 | friendly | 0.96 | Latur
Meghmeva | मेघमेवा | 50 | serif | 1.14 | Srinagar
Badamiya | बादामिया | 155 | script | 1.05 | Delhi
Girikaju | गिरिकाजू | 15 | slab | 0.98 | Kollam
Karkuru | कारकुरु | 30 | chunky | 0.95 | Ahmedabad
Chatakdum | चटकदम | 350 | friendly | 1 | Bikaner
Crispora | क्रिस्पोरा | 250 | narrow | 1.12 | Pune
Bhujiyana | भुजियाना | 70 | script | 1.02 | Bikaner
Millego | मिलेगो | 135 | friendly | 1.2 | Mysuru
Khastaar | ख़स्तार | 40 | slab | 0.96 | Meerut
Ovenji | ओवनजी | 20 | friendly | 1 | Pune
Bakebaari | बेकबाड़ी | 320 | script | 1.1 | Kolkata
Tiffinoor | टिफ़िनूर | 265 | chunky | 0.93 | Chennai
Kokoara | कोकोआरा | 40 | serif | 1.2 | Idukki
Velvanta | वेल्वांता | 300 | script | 1.3 | Coimbatore
Chokumi | चोकुमी | 355 | chunky | 1 | Gurugram
Mithaasya | मिठास्य | 75 | serif | 1.08 | Lucknow
Gudgudi | गुदगुदी | 185 | friendly | 0.92 | Nashik
Barafia | बरफ़िया | 235 | script | 1.1 | Mumbai
Kulfira | कुल्फ़िरा | 340 | friendly | 1.02 | Jaipur
Frostigo | फ़्रॉस्टिगो | 210 | chunky | 1 | Bengaluru
Fizzando | फ़िज़ांडो | 20 | chunky | 1 | Hyderabad
Nimbolt | निंबोल्ट | 125 | narrow | 0.95 | Nagpur
Rasbagiya | रसबगिया | 50 | friendly | 1.04 | Ratnagiri
Thandaara | ठंडारा | 200 | script | 1 | Haridwar
Jaljeevi | जलजीवी | 230 | narrow | 0.96 | Nainital
Chaiboli | चायबोली | 30 | slab | 1 | Siliguri
Pahadipatti | पहाड़ीपत्ती | 145 | serif | 1.22 | Darjeeling
Kaapikaar | कापीकार | 45 | serif | 1.1 | Chikkamagaluru
Malnaadu | मलनाडु | 15 | narrow | 1.18 | Madikeri
Balvikas | बालविकास | 270 | chunky | 1.02 | Ludhiana
Fatafatt | फटाफट | 45 | chunky | 0.95 | Sonipat
Noodlu | नूडलू | 15 | friendly | 1 | Chennai
Bhojdabba | भोजडब्बा | 150 | slab | 1.08 | Vadodara
Sheetkhet | शीतखेत | 215 | narrow | 1 | Jalandhar
Achaarika | अचारिका | 90 | script | 1.05 | Panipat
Lalmaatar | लालमाटर | 25 | chunky | 1 | Nashik
Chutnivala | चटनीवाला | 140 | friendly | 0.97 | Surat
Diponaut | डिपोनॉट | 285 | narrow | 1.15 | Bengaluru
Shahadri | शहाद्रि | 70 | script | 1.12 | Mahabaleshwar
Taazakaat | ताज़ाकाट | 20 | narrow | 1 | Hyderabad
Machhlighat | मछलीघाट | 240 | slab | 1.06 | Kochi
Coopala | कूपाला | 60 | friendly | 0.98 | Namakkal
Nanhupal | नन्हूपाल | 200 | friendly | 1.1 | Manesar
Chhotukin | छोटूकिन | 340 | chunky | 1 | Thane
Gulgulaa | गुलगुला | 90 | script | 1.05 | Baddi
Neemrani | नीमरानी | 145 | serif | 1 | Haridwar
Kesholi | केशोली | 300 | script | 1.06 | Thrissur
Ubtanika | उबटनिका | 60 | serif | 1.14 | Jaipur
Freshoora | फ़्रेशूरा | 195 | narrow | 0.97 | Silvassa
Daantveer | दाँतवीर | 25 | chunky | 1 | Baddi
Roopvati | रूपवती | 350 | script | 1.12 | Mumbai
Chamkaro | चमकारो | 255 | chunky | 1 | Kanpur
Dhulwaah | धुलवाह | 310 | friendly | 0.95 | Daman
Bartanjee | बर्तनजी | 130 | chunky | 0.97 | Surat
Safaarish | सफ़ारिश | 220 | narrow | 1.04 | Vapi
Machharoff | मच्छरऑफ़ | 10 | narrow | 1 | Puducherry
Gharwar | घरवार | 175 | slab | 1 | Rajkot
Rasoiyan | रसोइयाँ | 30 | slab | 1.06 | Moradabad
Poojadeep | पूजादीप | 45 | script | 1 | Varanasi
Roshnoor | रोशनूर | 85 | narrow | 1.02 | Noida
Kaagazee | काग़ज़ी | 240 | slab | 0.98 | Sivakasi
Bhaunka | भौंका | 35 | chunky | 1 | Pune
Meowjee | म्याऊँजी | 310 | friendly | 1.04 | Bengaluru
Pawsaathi | पॉसाथी | 185 | chunky | 1.1 | Gurugram
Chirpiya | चिरपिया | 110 | friendly | 0.98 | Kolkata
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
      const [name, nameHindi, hue, face, priceFactor, city] = line.split('|').map((part) => part.trim());
      if (!name || !nameHindi || !city || !isFace(face)) throw new Error(`Invalid brand: ${line}`);
      return [name, { name, nameHindi, hue: Number(hue), face, priceFactor: Number(priceFactor), city }];
    }),
);

/** Throws for an unknown name. */
export function getBrand(name: string): Brand {
  const brand = brands.get(name);
  if (brand === undefined) throw new Error(`Unknown brand ${name}`);
  return brand;
}
