// In lower case: what people and browsers enter, in English and the languages of India.
const namesOfIndia = new Set(
  (
    'india|in|ind|bharat|republic of india|hindustan|भारत|इंडिया|इण्डिया|हिंदुस्तान|हिन्दुस्तान|ভারত|ভাৰত|ইন্ডিয়া|ભારત|ઇન્ડિયા|ਭਾਰਤ|ਇੰਡੀਆ|ଭାରତ|ଇଣ୍ଡିଆ|' +
    'இந்தியா|பாரதம்|భారతదేశం|భారత్|ఇండియా|ಭಾರತ|ಇಂಡಿಯಾ|ഇന്ത്യ|ഭാരതം|بھارت|ہندوستان|انڈیا'
  )
    .split('|')
    .map((name) => name.normalize('NFC')),
);

/**
 * Whether a country, as entered, is India, whose formats are validated in full. Apart from the other countries, for
 * the first load of the cart.
 */
export function isIndia(country: string): boolean {
  return namesOfIndia.has(country.trim().toLowerCase().normalize('NFC'));
}
