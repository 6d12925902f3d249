import type { StoreSettings } from '#contract/store/store-settings.ts';

export const areaKindLabels: Readonly<Record<StoreSettings['deliveryArea']['kind'], string>> = {
  EVERYWHERE: 'Everywhere',
  PINCODES: 'To PIN codes',
  RADIUS: 'In a circle around the store',
};

export const pinRuleLabels: Readonly<Record<NonNullable<StoreSettings['door']>['pin'], string>> = {
  NEVER: 'Never needed',
  ABOVE: 'Above an amount',
  ALWAYS: 'Always needed',
};

/** The label of a field with its help text. `hindi`: the words by which the search of the settings finds it too. */
export interface FieldText {
  label: string;
  hint?: string;
  hindi: string;
}

interface SectionText {
  title: string;
  hindi: string;
  /** What the section saves. */
  keys: readonly (keyof StoreSettings)[];
  fields: Readonly<Record<string, FieldText>>;
}

/**
 * The sections of the settings in the order of the page. A key is the address of its section, such as
 * `/dashboard/settings#hours`: other pages link to it.
 */
export const settingsTexts = {
  identity: {
    title: 'Name and contact',
    hindi: 'नाम और संपर्क',
    keys: ['identity'],
    fields: {
      name: { label: 'Name of the store', hindi: 'दुकान का नाम' },
      email: { label: 'Email for shoppers', hindi: 'ग्राहकों के लिए ईमेल' },
      tagline: {
        label: 'Tagline',
        hint: 'In the title of the home page and for search engines. Unchanged, it shows the minutes that every page promises.',
        hindi: 'टैगलाइन, नारा',
      },
      phone: {
        label: 'Telephone (optional)',
        hint: 'At the end of every page, with the email address, for shoppers with a question.',
        hindi: 'टेलीफ़ोन, मोबाइल नंबर',
      },
      address: { label: 'Address', hint: 'Of the business, for invoices and every page.', hindi: 'पता' },
      facebook: { label: 'Facebook page', hint: 'Leave empty to hide it.', hindi: 'फ़ेसबुक पेज' },
      instagram: { label: 'Instagram page', hint: 'Leave empty to hide it.', hindi: 'इंस्टाग्राम पेज' },
      linkedin: { label: 'LinkedIn page', hint: 'Leave empty to hide it.', hindi: 'लिंक्डइन पेज' },
    },
  },
  branding: {
    title: 'Logo and colour',
    hindi: 'लोगो और रंग, ब्रांड',
    keys: ['branding'],
    fields: {
      logo: {
        label: 'Logo',
        hint: 'In the header, emails, invoices and icons. One that is at least twice as wide as high replaces the name in the header; best is a PNG with a transparent background.',
        hindi: 'लोगो, चिह्न',
      },
      colour: {
        label: 'Colour',
        hint: 'For buttons and links, such as #1d4ed8. Leave empty for the original green.',
        hindi: 'रंग, थीम',
      },
    },
  },
  legal: {
    title: 'Business details',
    hindi: 'कारोबार का विवरण',
    keys: ['legal'],
    fields: {
      gstin: {
        label: 'GSTIN',
        hint: '15 characters. Without it, invoices are not tax invoices.',
        hindi: 'जीएसटीआईएन, जीएसटी नंबर, कर',
      },
      stateCode: { label: 'State', hindi: 'राज्य' },
      fssai: {
        label: 'FSSAI number',
        hint: '14 digits. Leave empty to hide it.',
        hindi: 'एफएसएसएआई नंबर, खाद्य लाइसेंस',
      },
    },
  },
  seller: {
    title: 'Seller and grievance officer',
    hindi: 'विक्रेता और शिकायत अधिकारी',
    keys: ['seller'],
    fields: {
      legalName: { label: 'Legal name of the business', hindi: 'कारोबार का कानूनी नाम' },
      officerName: { label: 'Grievance officer', hindi: 'शिकायत अधिकारी' },
      officerDesignation: { label: 'Designation', hindi: 'पद' },
      officerEmail: { label: 'Email of the officer', hindi: 'अधिकारी का ईमेल' },
      officerPhone: { label: 'Telephone of the officer', hindi: 'अधिकारी का टेलीफ़ोन' },
    },
  },
  tax: {
    title: 'Tax rates',
    hindi: 'कर की दरें',
    keys: ['tax'],
    fields: {
      gstRates: {
        label: 'GST rates in percent',
        hint: 'With commas, such as 0, 5, 18, 40.',
        hindi: 'जीएसटी की दरें, प्रतिशत',
      },
      cessRates: {
        label: 'Cess rates in percent',
        hint: 'Compensation cess, on top of GST.',
        hindi: 'उपकर (सेस) की दरें',
      },
      hsnDigits: {
        label: 'Digits of HSN codes',
        hint: 'Depends on the turnover of the year before.',
        hindi: 'एचएसएन कोड के अंक',
      },
    },
  },
  hours: {
    title: 'Opening hours',
    hindi: 'खुलने का समय, दुकान का समय',
    keys: ['week'],
    fields: {
      0: { label: 'Monday', hindi: 'सोमवार' },
      1: { label: 'Tuesday', hindi: 'मंगलवार' },
      2: { label: 'Wednesday', hindi: 'बुधवार' },
      3: { label: 'Thursday', hindi: 'गुरुवार' },
      4: { label: 'Friday', hindi: 'शुक्रवार' },
      5: { label: 'Saturday', hindi: 'शनिवार' },
      6: { label: 'Sunday', hindi: 'रविवार' },
    },
  },
  holidays: {
    title: 'Holidays and special hours',
    hindi: 'छुट्टियाँ और विशेष समय, त्योहार',
    keys: ['exceptions'],
    fields: {
      date: { label: 'Date', hindi: 'तारीख' },
      reason: { label: 'Reason (optional)', hindi: 'कारण' },
    },
  },
  pause: {
    title: 'Pause orders',
    hindi: 'ऑर्डर रोकें',
    keys: [],
    fields: {},
  },
  area: {
    title: 'Delivery area',
    hindi: 'डिलीवरी का इलाका',
    keys: ['deliveryArea'],
    fields: {
      kind: { label: 'Where you deliver', hindi: 'आप कहाँ डिलीवरी करते हैं' },
      name: { label: 'Name, for the staff (optional)', hindi: 'समूह का नाम' },
      pincodes: { label: 'PIN codes', hindi: 'पिन कोड' },
      deliveryFeeAmt: {
        label: 'Delivery fee (₹)',
        hint: 'Leave empty to use the general one.',
        hindi: 'इलाके का डिलीवरी शुल्क',
      },
      minimumOrderAmt: {
        label: 'Minimum order (₹)',
        hint: 'Leave empty to use the general one.',
        hindi: 'इलाके का न्यूनतम ऑर्डर',
      },
      extraMinutes: { label: 'Extra minutes', hindi: 'अतिरिक्त मिनट' },
      latitude: { label: 'Latitude of the store', hindi: 'अक्षांश, दुकान की जगह' },
      longitude: { label: 'Longitude of the store', hindi: 'देशांतर, दुकान की जगह' },
      km: { label: 'Radius in km', hindi: 'दूरी, किलोमीटर' },
      radiusPincodes: {
        label: 'PIN codes in the circle, for addresses without a map location',
        hindi: 'घेरे के पिन कोड',
      },
    },
  },
  promise: {
    title: 'Delivery promise',
    hindi: 'डिलीवरी का वादा',
    keys: ['promise'],
    fields: {
      kind: {
        label: 'Promised minutes',
        hint: 'Learned: minutes within which nine of ten orders arrive, from the last four weeks by size, hour and PIN code.',
        hindi: 'वादे के मिनट, तय या सीखे हुए',
      },
      baseMinutes: { label: 'Usual delivery time (min)', hindi: 'डिलीवरी का सामान्य समय, मिनट' },
      minutesPerOrder: {
        label: 'Minutes per waiting order',
        hint: '0: waiting orders add nothing.',
        hindi: 'हर प्रतीक्षारत ऑर्डर के मिनट',
      },
      pickers: { label: 'Pickers at work', hindi: 'काम पर मौजूद पिकर, कर्मचारी' },
      maximumMinutes: { label: 'Longest promise (min)', hindi: 'सबसे लंबा वादा' },
      answerSeconds: {
        label: 'Seconds to answer about a missing product',
        hint: 'How long packing waits for shoppers who want to be asked: 30 to 600.',
        hindi: 'न मिले प्रोडक्ट के बारे में जवाब के लिए सेकंड',
      },
      isTold: {
        label: 'Tell shoppers of late orders',
        hint: 'A new time, before they ask: by email, notification and on the page of the order.',
        hindi: 'देर होने पर ग्राहक को नया समय बताएँ',
      },
      lateCreditAmt: {
        label: 'Store credit for a late order (₹)',
        hint: 'Given with the new time. Leave empty for none.',
        hindi: 'देर के लिए स्टोर क्रेडिट',
      },
    },
  },
  slots: {
    title: 'Later delivery times',
    hindi: 'बाद में डिलीवरी का समय',
    keys: ['slots'],
    fields: {
      isOn: {
        label: 'Shoppers can choose a later time, also while the store is closed',
        hindi: 'ग्राहक बाद का समय चुन सकते हैं',
      },
      minutes: {
        label: 'Slot length',
        hint: 'In minutes, from each opening: 30 to 480.',
        hindi: 'स्लॉट की अवधि, मिनट',
      },
      capacity: { label: 'Orders per slot', hindi: 'हर स्लॉट के ऑर्डर' },
      daysAhead: { label: 'Days ahead', hint: '0: today only.', hindi: 'कितने दिन आगे तक' },
      leadMinutes: { label: 'Minimum notice in minutes', hindi: 'कितने मिनट पहले ऑर्डर करें' },
    },
  },
  door: {
    title: 'At the door',
    hindi: 'दरवाज़े पर',
    keys: ['door'],
    fields: {
      pin: {
        label: 'PIN of the shopper',
        hint: 'Shoppers see four digits with their order, and tell them to the rider.',
        hindi: 'ग्राहक का PIN',
      },
      pinAboveAmt: { label: 'For orders above (₹)', hindi: 'इससे ऊपर के ऑर्डर' },
      needsPhoto: {
        label: 'Riders take a picture of each delivery',
        hint: 'As proof. It is deleted after 30 days.',
        hindi: 'डिलीवरी की फ़ोटो, सबूत',
      },
    },
  },
  charges: {
    title: 'Minimum order and charges',
    hindi: 'न्यूनतम ऑर्डर और शुल्क',
    keys: ['minimumOrderAmt', 'charges'],
    fields: {
      minimumOrderAmt: {
        label: 'Minimum order (₹)',
        hint: 'Products only, without charges. Leave empty for none.',
        hindi: 'न्यूनतम ऑर्डर',
      },
      deliveryFees: { label: 'Delivery fee by order value', hindi: 'डिलीवरी शुल्क' },
      freeDeliveryFromAmt: {
        label: 'Free delivery from (₹)',
        hint: 'Leave empty for never.',
        hindi: 'मुफ़्त डिलीवरी',
      },
      handlingAmt: { label: 'Handling fee (₹)', hindi: 'हैंडलिंग शुल्क' },
      smallOrderFeeAmt: { label: 'Small order fee (₹)', hindi: 'छोटे ऑर्डर का शुल्क' },
      smallOrderBelowAmt: { label: 'For orders below (₹)', hindi: 'इससे कम के ऑर्डर' },
      isTotalRounded: {
        label: 'Round the total to the rupee',
        hint: 'To the nearest rupee, ₹0.50 down. The bill shows it as Rounding, after tax. Orders that are placed already stay as they are.',
        hindi: 'कुल राशि को रुपये में पूरा करें',
      },
    },
  },
  payments: {
    title: 'Payment methods',
    hindi: 'भुगतान के तरीके',
    keys: ['paymentMethods', 'upi'],
    fields: {
      card: { label: 'Card', hint: 'Through your payment provider.', hindi: 'कार्ड' },
      upi: { label: 'UPI', hint: 'To your UPI ID, below.', hindi: 'यूपीआई' },
      cash: {
        label: 'Cash on delivery',
        hint: 'Orders that are placed already stay as they are.',
        hindi: 'डिलीवरी पर नकद भुगतान',
      },
      vpa: {
        label: 'UPI ID',
        hint: 'Such as store@okbank. Leave empty to turn UPI off.',
        hindi: 'यूपीआई आईडी',
      },
      payeeName: {
        label: 'Payee name',
        hint: 'Shown in the UPI app of the shopper',
        hindi: 'पाने वाले का नाम',
      },
    },
  },
  notifications: {
    title: 'Emails and notifications',
    hindi: 'ईमेल और सूचनाएँ',
    keys: ['notifications'],
    fields: {
      orderPlacedEmail: { label: 'Email shoppers: order placed', hindi: 'ग्राहक को ईमेल: ऑर्डर मिला' },
      orderStepsEmail: {
        label: 'Email shoppers: out for delivery, delivered',
        hindi: 'ग्राहक को ईमेल: डिलीवरी के लिए निकला, डिलीवर हुआ',
      },
      orderStepsPush: { label: 'Notify shoppers: order updates', hindi: 'ग्राहक को सूचना: ऑर्डर की स्थिति' },
      newOrderPush: { label: 'Notify staff: new order', hindi: 'कर्मचारियों को सूचना: नया ऑर्डर' },
      lowStockEmail: {
        label: 'Daily low-stock email to',
        hint: 'Each morning, if stock is low. Leave empty for none.',
        hindi: 'कम स्टॉक का दैनिक ईमेल',
      },
      senderAddress: {
        label: 'Sender address',
        hint: 'An address that your mail server may send from.',
        hindi: 'भेजने वाले का ईमेल पता',
      },
      senderName: {
        label: 'Sender name',
        hint: 'Leave empty for the store name.',
        hindi: 'भेजने वाले का नाम',
      },
    },
  },
} as const satisfies Readonly<Record<string, SectionText>>;

export type SettingsSectionId = keyof typeof settingsTexts;

export const settingsSectionIds = Object.keys(settingsTexts) as SettingsSectionId[];
