/** Parts of the design system. */
export const ui = {
  close: { en: 'Close', hi: 'बंद करें' },
  cancel: { en: 'Cancel', hi: 'रद्द करें' },
  no: { en: 'No', hi: 'नहीं' },
  ok: { en: 'OK', hi: 'ठीक है' },
  takePhoto: { en: 'Take a photo', hi: 'फ़ोटो लें' },
  dropOne: { en: 'or drop one here, or paste it', hi: 'या यहाँ छोड़ें, या पेस्ट करें' },
  updated: {
    en: 'The shop was updated. Reload the page to go on.',
    hi: 'दुकान अपडेट हुई है। आगे बढ़ने के लिए पेज दोबारा लोड करें।',
  },
  failed: {
    en: 'Couldn’t load this. Check your connection, then try again.',
    hi: 'यह लोड नहीं हुआ। अपना कनेक्शन देखें, फिर कोशिश करें।',
  },
  reload: { en: 'Reload', hi: 'दोबारा लोड करें' },
  image: { en: 'Image', hi: 'तस्वीर' },
  imageOf: { en: '{name}, image {number}', hi: '{name}, तस्वीर {number}' },
  previousImage: { en: 'Previous image', hi: 'पिछली तस्वीर' },
  nextImage: { en: 'Next image', hi: 'अगली तस्वीर' },
  loading: { en: 'Loading', hi: 'लोड हो रहा है' },
  digitOf: { en: 'Digit {number} of {total}', hi: 'अंक {number}/{total}' },
  emptyFile: { en: 'This file is empty. Choose another one.', hi: 'यह फ़ाइल खाली है। दूसरी चुनें।' },
  notAnImage: {
    en: 'Choose an image, such as a JPEG, PNG or WebP.',
    hi: 'कोई तस्वीर चुनें, जैसे JPEG, PNG या WebP।',
  },
  unreadableImage: {
    en: 'This image cannot be read. Choose another one.',
    hi: 'यह तस्वीर पढ़ी नहीं जा सकी। दूसरी चुनें।',
  },
  imageTooLarge: {
    en: 'This image is too large for your browser.',
    hi: 'यह तस्वीर आपके ब्राउज़र के लिए बहुत बड़ी है।',
  },
  imageAtMost: {
    en: 'An image can have at most {megabytes} MB.',
    hi: 'तस्वीर ज़्यादा से ज़्यादा {megabytes} MB की हो सकती है।',
  },
  themeSystem: { en: 'System', hi: 'सिस्टम' },
  themeLight: { en: 'Light', hi: 'लाइट' },
  themeDark: { en: 'Dark', hi: 'डार्क' },
  colours: { en: 'Colours', hi: 'रंग' },
} as const;
