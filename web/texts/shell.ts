/** The frame of all pages of the shop: header, search box, footer, bars, and pages of errors. */
export const shell = {
  skipToContent: { en: 'Skip to the content', hi: 'सीधे मुख्य सामग्री पर जाएँ' },
  withoutScripts: {
    en: 'Without JavaScript you can browse. The cart and your account need it.',
    hi: 'जावास्क्रिप्ट के बिना आप सामान देख सकते हैं। कार्ट और अकाउंट के लिए जावास्क्रिप्ट चालू करें।',
  },
  home: { en: 'Home', hi: 'होम' },
  login: { en: 'Login', hi: 'लॉगिन' },
  account: { en: 'Account', hi: 'अकाउंट' },
  myCart: { en: 'My Cart', hi: 'मेरा कार्ट' },
  cart: { en: 'Cart', hi: 'कार्ट' },
  items: { en: '{count, plural, one {# item} other {# items}}', hi: '{count} आइटम' },
  viewCart: { en: 'View cart', hi: 'कार्ट देखें' },
  search: { en: 'Search for groceries', hi: 'किराने का सामान खोजें' },
  backToHome: { en: 'Back to the home page', hi: 'होम पेज पर वापस जाएँ' },
  /** The other language, in that language. */
  otherLanguage: { en: 'हिन्दी', hi: 'English' },
  offlineWithoutPages: {
    en: 'You are offline. Check your connection, then reload.',
    hi: 'आप ऑफ़लाइन हैं। अपना कनेक्शन देखें, फिर पेज दोबारा लोड करें।',
  },
  rightsReserved: { en: 'All rights reserved.', hi: 'सर्वाधिकार सुरक्षित।' },
} as const;
