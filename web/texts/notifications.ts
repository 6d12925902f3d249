/** Notifications of the browser about orders, and their switches. */
export const notifications = {
  packing: { en: 'Your order is being packed', hi: 'आपका ऑर्डर पैक हो रहा है' },
  onItsWay: { en: 'Your order is on its way', hi: 'आपका ऑर्डर रास्ते में है' },
  delivered: { en: 'Your order was delivered', hi: 'आपका ऑर्डर डिलीवर हो गया' },
  cancelled: { en: 'Your order was cancelled', hi: 'आपका ऑर्डर रद्द हो गया' },
  refunded: { en: 'Your money is on its way back', hi: 'आपके पैसे वापस भेज दिए गए हैं' },
  newOrder: { en: 'New order', hi: 'नया ऑर्डर' },
  news: { en: 'There is news of your order', hi: 'आपके ऑर्डर की नई जानकारी है' },
  order: { en: 'Order {number}', hi: 'ऑर्डर {number}' },
  title: { en: 'Notifications', hi: 'नोटिफ़िकेशन' },
  ask: { en: 'Tell me when my order is on its way', hi: 'ऑर्डर रास्ते में हो तो मुझे बताएँ' },
  askLead: {
    en: 'A notification at each step. No advertising.',
    hi: 'हर चरण पर एक नोटिफ़िकेशन। कोई विज्ञापन नहीं।',
  },
  notifyMe: { en: 'Notify me', hi: 'मुझे बताएँ' },
  areOn: { en: 'Notifications are on', hi: 'नोटिफ़िकेशन चालू हैं' },
  areOnLead: {
    en: 'This device is told of each step of your orders.',
    hi: 'इस डिवाइस पर आपके ऑर्डर के हर चरण की जानकारी मिलेगी।',
  },
  turnOff: { en: 'Turn off', hi: 'बंद करें' },
  unsupported: {
    en: 'This browser can’t receive notifications.',
    hi: 'इस ब्राउज़र पर नोटिफ़िकेशन नहीं आ सकते।',
  },
} as const;
