/** Where the shopper wants the delivery: header, its dialog, and the cart. */
export const place = {
  deliverTo: { en: 'Deliver to', hi: 'डिलीवरी कहाँ' },
  enterPincode: { en: 'Enter PIN code', hi: 'पिन कोड डालें' },
  deliveryTime: { en: 'Delivery time', hi: 'डिलीवरी का समय' },
  inMinutes: { en: 'Delivery in {minutes} min', hi: '{minutes} मिनट में डिलीवरी' },
  inMinutesTo: { en: 'Delivery in {minutes} min to {place}', hi: '{place} में {minutes} मिनट में डिलीवरी' },
  opensAt: { en: 'Opens at {time}', hi: '{time} पर खुलेगी' },
  opensOn: { en: 'Opens {time}', hi: '{time} को खुलेगी' },
  closed: { en: 'Closed now', hi: 'अभी बंद है' },
  notYet: { en: 'No delivery yet', hi: 'अभी डिलीवरी नहीं' },
  needsLocation: { en: 'Location needed', hi: 'लोकेशन चाहिए' },
  title: { en: 'Where should we deliver?', hi: 'डिलीवरी कहाँ करनी है?' },
  pincode: { en: 'PIN code', hi: 'पिन कोड' },
  sixDigits: { en: 'Enter the 6 digits of a PIN code.', hi: 'पिन कोड के 6 अंक डालें।' },
  check: { en: 'Check', hi: 'देखें' },
  savedAddresses: { en: 'Your addresses', hi: 'आपके पते' },
  outside: {
    en: 'We do not deliver to {place} yet. You can look around, but not order.',
    hi: 'हम अभी {place} में डिलीवरी नहीं करते। आप सामान देख सकते हैं, पर ऑर्डर नहीं कर सकते।',
  },
  locationHelps: {
    en: 'Your exact location shows if we deliver there.',
    hi: 'आपकी सही लोकेशन से पता चलेगा कि हम वहाँ डिलीवरी करते हैं या नहीं।',
  },
  tellMe: { en: 'Tell me when you deliver here', hi: 'यहाँ डिलीवरी शुरू हो तो बताएँ' },
  tellMeHint: {
    en: 'One email, and nothing else. We delete your request then, or after a year.',
    hi: 'सिर्फ़ एक ईमेल, और कुछ नहीं। उसके बाद या एक साल में हम आपका अनुरोध मिटा देते हैं।',
  },
  email: { en: 'Email', hi: 'ईमेल' },
  askToTell: { en: 'Tell me', hi: 'मुझे बताएँ' },
  willTell: {
    en: 'We will write to {email} when we deliver to {place}.',
    hi: '{place} में डिलीवरी शुरू होते ही हम {email} पर लिखेंगे।',
  },
  deliversNow: { en: 'We deliver to {place} now.', hi: 'हम अब {place} में डिलीवरी करते हैं।' },
  changePlace: { en: 'Choose another place', hi: 'दूसरी जगह चुनें' },
  choosePlace: {
    en: 'Enter your PIN code to see delivery time and charges',
    hi: 'डिलीवरी का समय और चार्ज देखने के लिए पिन कोड डालें',
  },
} as const;
