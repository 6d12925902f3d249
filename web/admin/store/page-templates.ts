import {
  formerCustomerDays,
  problemReportDays,
  reservationMinutes,
  securityEventDays,
} from '#contract/base/durations.ts';
import { listPlaceholders, type PlaceholderValues } from '#contract/store/page-text.ts';
import type { StorePageName } from '#contract/store/store-page-names.ts';

interface PageTemplate {
  english: string;
  hindi: string;
}

/**
 * Texts to start from, for stores in India. They state what this software does, and what the Consumer Protection
 * (E-Commerce) Rules, 2020, and the Digital Personal Data Protection Act, 2023, ask a store to tell: also exchange,
 * cost of a return and warranty. They do not say how fast a refund arrives.
 */
const templates: Readonly<Record<StorePageName, PageTemplate>> = {
  terms: {
    english: `These terms are between you and {legalName}, which sells on {website} under the name {name}.

## Who sells to you

- Name: {legalName}
- Address: {address}
- Email: {email}
- Telephone: {phone}
- GSTIN: {gstin}
- FSSAI number: {fssai}

## Orders

- To order, you must be at least 18 years old or have the consent of a parent or guardian.
- The cart shows the price of each product, the charges, the discounts and the total before you order. Prices are in rupees and include all applicable taxes.
- You pay the price shown when you place the order. If a price changes before that, we ask you first.
- Some products have a limit per order, and stock is limited.
- If a product turns out to be unavailable, we take it off your order, and you do not pay for it.

## Payment

- The checkout shows the ways to pay. Card numbers are entered on the page of the payment provider, and we never see them.
- An order by card reserves its products for ${reservationMinutes} minutes. If it is not paid by then, it is cancelled.

## Delivery, cancellation and refunds

See the page ‘Refunds and delivery’.

## Your account

- Give your own name, and an email address and a mobile number at which we can reach you.
- Keep your password secret. Write to {email} if someone else uses your account.
- We may block an account that is used for fraud. If you think that we are wrong, write to the grievance officer.

## Complaints

- Grievance officer: {officerName}, {officerDesignation}
- Email: {officerEmail}
- Telephone: {officerPhone}

A complaint is acknowledged within 48 hours and resolved within one month of receipt.

## Law

The laws of India apply. Nothing here limits your rights under the Consumer Protection Act, 2019.`,
    hindi: `ये शर्तें आपके और {legalName} के बीच हैं, जो {website} पर {name} नाम से सामान बेचता है।

## बेचने वाला

- नाम: {legalName}
- पता: {address}
- ईमेल: {email}
- टेलीफ़ोन: {phone}
- GSTIN: {gstin}
- FSSAI नंबर: {fssai}

## ऑर्डर

- ऑर्डर करने के लिए आपकी उम्र 18 साल होनी चाहिए, या माता-पिता या अभिभावक की सहमति होनी चाहिए।
- ऑर्डर करने से पहले कार्ट में हर प्रोडक्ट की कीमत, शुल्क, छूट और कुल रकम दिखती है। कीमतें रुपये में हैं और उनमें लागू टैक्स शामिल हैं।
- आप वही कीमत देते हैं जो ऑर्डर करते समय दिखती है। उससे पहले कीमत बदले, तो हम आपसे पूछते हैं।
- कुछ प्रोडक्ट एक ऑर्डर में तय संख्या तक ही मिलते हैं। स्टॉक सीमित है।
- ऑर्डर का कोई प्रोडक्ट न मिले, तो हम उसे ऑर्डर से हटा देते हैं, और आपको उसके पैसे नहीं देने होते।

## पेमेंट

- पेमेंट के तरीके चेकआउट में दिखते हैं। कार्ड नंबर पेमेंट कंपनी के पेज पर डाला जाता है, हम उसे कभी नहीं देखते।
- कार्ड से किए गए ऑर्डर का सामान ${reservationMinutes} मिनट तक आपके लिए रखा जाता है। तब तक पेमेंट न हो, तो ऑर्डर रद्द हो जाता है।

## डिलीवरी, रद्द करना और रिफ़ंड

‘रिफ़ंड और डिलीवरी’ पेज देखें।

## आपका अकाउंट

- अपना नाम, और ऐसा ईमेल और मोबाइल नंबर दें जिन पर हम आपसे संपर्क कर सकें।
- अपना पासवर्ड किसी को न बताएँ। कोई और आपका अकाउंट इस्तेमाल करे, तो हमें {email} पर बताएँ।
- धोखाधड़ी में इस्तेमाल हो रहे अकाउंट को हम ब्लॉक कर सकते हैं। आपको यह गलत लगे, तो शिकायत अधिकारी को लिखें।

## शिकायत

- शिकायत अधिकारी: {officerName}, {officerDesignation}
- ईमेल: {officerEmail}
- टेलीफ़ोन: {officerPhone}

शिकायत मिलने की सूचना 48 घंटे में दी जाती है, और उसका समाधान एक महीने के भीतर किया जाता है।

## कानून

भारत के कानून लागू हैं। उपभोक्ता संरक्षण अधिनियम, 2019 में मिले आपके अधिकार इन शर्तों से कम नहीं होते।`,
  },
  privacy: {
    english: `{legalName} is responsible for your personal data on {website}. This page says which data we use and why, as the Digital Personal Data Protection Act, 2023, requires.

## What we use, and why

- **Name, email address, mobile number, password**: for your account and to reach you about orders. The password is stored in a form that cannot be read.
- **Delivery addresses**, with notes and the location if you add them: to deliver, and to see whether we deliver there.
- **Orders, payments, problems and photos that you report**: to deliver, to refund and to keep our accounts.
- **Cart, lists and wishlist**: so that you find them again.
- **Browser for notifications**, if you turn them on: to tell you about your order.
- **Logins and changes to your account**, with the device and part of the network address: to protect your account. We delete them after ${securityEventDays} days.

Card numbers are entered on the page of the payment provider, and we never see them. The only cookie of this website stores your language. Your browser also stores your login and your cart. We use no trackers of other companies.

## Who gets it

- Our staff and those who deliver: what they need for your order.
- The payment provider: your email address and the payment, when you pay by card.
- The company that sends our emails: your email address and the text of the email.
- Authorities, where the law requires it.

## How long

We keep your data until you delete your account. After that we keep only what the law requires, such as invoices and the amounts of orders. For ${formerCustomerDays} days we also keep an unreadable code of your email address, so that a block or the limits of coupons still apply.

## Your rights

- Correct your name, number and addresses under Profile at any time.
- Choose ‘Download my data’ under Profile to get all the data that we store about you.
- Choose ‘Delete account’ under Profile to have it deleted, once no order is under way.
- Turn off notifications in your browser, and withdraw any other consent by email to {email}.
- Under the Act you may name a person who can use these rights if you die or cannot use them yourself. Write to {email}.

## Questions and complaints

- {officerName}, {officerDesignation}
- Email: {officerEmail}
- Telephone: {officerPhone}

If our answer does not help, you can complain to the Data Protection Board of India.`,
    hindi: `{website} पर आपके निजी डेटा के लिए {legalName} ज़िम्मेदार है। यह पेज बताता है कि हम कौन-सा डेटा किस काम के लिए इस्तेमाल करते हैं, जैसा डिजिटल व्यक्तिगत डेटा संरक्षण अधिनियम, 2023 के अनुसार ज़रूरी है।

## क्या और किस लिए

- **नाम, ईमेल, मोबाइल नंबर, पासवर्ड**: आपके अकाउंट के लिए और ऑर्डर के बारे में आपसे संपर्क करने के लिए। पासवर्ड ऐसे रूप में रखा जाता है जिसे कोई पढ़ नहीं सकता।
- **डिलीवरी के पते**, और आप जोड़ें तो नोट और लोकेशन: डिलीवरी के लिए, और यह देखने के लिए कि हम वहाँ डिलीवरी करते हैं या नहीं।
- **ऑर्डर, पेमेंट, और आपकी बताई दिक्कतें और फ़ोटो**: डिलीवरी, रिफ़ंड और हिसाब-किताब के लिए।
- **कार्ट, लिस्ट और विशलिस्ट**: ताकि वे आपको फिर मिलें।
- **नोटिफ़िकेशन के लिए ब्राउज़र**, अगर आप उन्हें चालू करें: आपको ऑर्डर की स्थिति बताने के लिए।
- **लॉगिन और अकाउंट के बदलाव**, डिवाइस और नेटवर्क पते के एक हिस्से के साथ: अकाउंट की सुरक्षा के लिए। हम इन्हें ${securityEventDays} दिन बाद मिटा देते हैं।

कार्ड नंबर पेमेंट कंपनी के पेज पर डाला जाता है, हम उसे कभी नहीं देखते। इस वेबसाइट की एक ही कुकी है, जिसमें आपकी भाषा रहती है। आपका लॉगिन और कार्ट आपके ब्राउज़र में रहते हैं। हम दूसरी कंपनियों के ट्रैकर इस्तेमाल नहीं करते।

## किसे मिलता है

- हमारे कर्मचारियों और डिलीवरी करने वालों को: जितना आपके ऑर्डर के लिए ज़रूरी है।
- पेमेंट कंपनी को: आपका ईमेल और पेमेंट, जब आप कार्ड से पेमेंट करते हैं।
- ईमेल भेजने वाली कंपनी को: आपका ईमेल पता और ईमेल का टेक्स्ट।
- सरकारी अधिकारियों को, जहाँ कानून के अनुसार ज़रूरी हो।

## कब तक

आपका डेटा तब तक रहता है जब तक आप अपना अकाउंट नहीं मिटाते। उसके बाद हम सिर्फ़ वही रखते हैं जो कानून के अनुसार ज़रूरी है, जैसे बिल और ऑर्डर की रकम। ${formerCustomerDays} दिन तक हम आपके ईमेल का एक कोड भी रखते हैं, जिसे पढ़ा नहीं जा सकता, ताकि कोई रोक और कूपन की सीमाएँ लागू रहें।

## आपके अधिकार

- ‘प्रोफ़ाइल’ में अपना नाम, नंबर और पते कभी भी ठीक करें।
- हमारे पास रखा अपना सारा डेटा पाने के लिए ‘प्रोफ़ाइल’ में ‘मेरा डेटा डाउनलोड करें’ चुनें।
- डेटा मिटाने के लिए ‘प्रोफ़ाइल’ में ‘अकाउंट मिटाएँ’ चुनें, जब कोई ऑर्डर चल न रहा हो।
- नोटिफ़िकेशन अपने ब्राउज़र में बंद करें, और कोई दूसरी सहमति {email} पर लिखकर वापस लें।
- अधिनियम के अनुसार आप किसी को नामित कर सकते हैं, जो आपकी मृत्यु या असमर्थता में ये अधिकार इस्तेमाल करे। {email} पर लिखें।

## सवाल और शिकायत

- {officerName}, {officerDesignation}
- ईमेल: {officerEmail}
- टेलीफ़ोन: {officerPhone}

हमारे जवाब से बात न बने, तो आप भारतीय डेटा संरक्षण बोर्ड से शिकायत कर सकते हैं।`,
  },
  refunds: {
    english: `## Delivery

- If the shop asks for your PIN code or address at the top, enter it to see whether we deliver to you.
- The cart and the checkout show the delivery fee, the minimum order and the time before you order.
- If no one is there to take the order, we try again, or bring it back and cancel it. Then we refund what you paid.

## Cancel an order

- You can cancel under My Orders until the order leaves the store. After that it cannot be cancelled.
- Cancelling costs nothing.
- We may cancel an order that we cannot deliver. You get an email with the reason.

## Something is missing or wrong

- Open the order under My Orders and choose ‘Report a problem’ within ${problemReportDays} days of the delivery. A photo helps.
- We check it, and refund the products concerned or tell you why not. We do not exchange products: please order again.
- Keep the product until we answer. If we ask for it back, we collect it at no cost to you.
- A warranty or guarantee of the maker is stated on the product or its page.
- A product is refunded with what you paid for it.
- A product that we could not pack is taken off the order, and you do not pay for it.

## How you get your money

- Paid by card: we refund the card. It depends on your bank when you see the money.
- Paid by UPI or in cash: our staff pay you back.
- Or you get store credit, which pays for your next orders.
- Store credit that you used for an order is returned to your store credit.

Nothing here limits your rights under the Consumer Protection Act, 2019.

## Complaints

- Grievance officer: {officerName}, {officerDesignation}
- Email: {officerEmail}
- Telephone: {officerPhone}

A complaint is acknowledged within 48 hours and resolved within one month of receipt.`,
    hindi: `## डिलीवरी

- दुकान सबसे ऊपर आपका पिन कोड या पता पूछे, तो उसे डालकर देखें कि हम आपके यहाँ डिलीवरी करते हैं या नहीं।
- डिलीवरी शुल्क, न्यूनतम ऑर्डर और समय ऑर्डर करने से पहले कार्ट और चेकआउट में दिखते हैं।
- ऑर्डर लेने वाला कोई न मिले, तो हम फिर कोशिश करते हैं, या उसे वापस लाकर रद्द करते हैं। तब आपके दिए पैसे लौटा दिए जाते हैं।

## ऑर्डर रद्द करना

- जब तक ऑर्डर दुकान से नहीं निकलता, आप उसे ‘मेरे ऑर्डर’ में रद्द कर सकते हैं। उसके बाद रद्द नहीं हो सकता।
- रद्द करने का कोई शुल्क नहीं है।
- जो ऑर्डर हम नहीं पहुँचा सकते, उसे हम रद्द कर सकते हैं। कारण आपको ईमेल से बताया जाता है।

## कुछ कम या गलत है

- ‘मेरे ऑर्डर’ में ऑर्डर खोलें और डिलीवरी के ${problemReportDays} दिन के भीतर ‘दिक्कत बताएँ’ चुनें। फ़ोटो से मदद मिलती है।
- हम जाँच करते हैं, और उन प्रोडक्ट के पैसे लौटाते हैं या बताते हैं कि क्यों नहीं। हम प्रोडक्ट बदलते नहीं: कृपया फिर से ऑर्डर करें।
- हमारे जवाब तक प्रोडक्ट अपने पास रखें। हम उसे वापस माँगें, तो उसे बिना किसी शुल्क के आपके यहाँ से ले जाते हैं।
- बनाने वाली कंपनी की वारंटी या गारंटी हो, तो वह प्रोडक्ट या उसके पेज पर लिखी होती है।
- प्रोडक्ट के लिए आपने जितना दिया था, उतना लौटाया जाता है।
- जो प्रोडक्ट हम पैक नहीं कर सके, उसे ऑर्डर से हटा दिया जाता है, और आपको उसके पैसे नहीं देने होते।

## पैसे कैसे मिलते हैं

- कार्ड से पेमेंट: पैसे कार्ड पर लौटाए जाते हैं। वे कब दिखेंगे, यह आपके बैंक पर है।
- UPI या कैश पेमेंट: हमारे कर्मचारी आपको लौटाते हैं।
- या आपको स्टोर क्रेडिट मिलता है, जिससे आप अगले ऑर्डर का पेमेंट कर सकते हैं।
- ऑर्डर में लगा स्टोर क्रेडिट आपके स्टोर क्रेडिट में लौटता है।

उपभोक्ता संरक्षण अधिनियम, 2019 में मिले आपके अधिकार इससे कम नहीं होते।

## शिकायत

- शिकायत अधिकारी: {officerName}, {officerDesignation}
- ईमेल: {officerEmail}
- टेलीफ़ोन: {officerPhone}

शिकायत मिलने की सूचना 48 घंटे में दी जाती है, और उसका समाधान एक महीने के भीतर किया जाता है।`,
  },
  help: {
    english: `## How do I order?

Add products to the cart, open the cart and go to the checkout. Choose your address and a payment method.

## Where is my order?

Open it under My Orders. The page shows whether it is being packed or on its way, and when it arrives.

## Can I cancel it?

Yes, under My Orders, until it leaves the store.

## Something is missing or damaged

Open the order under My Orders and choose ‘Report a problem’ within ${problemReportDays} days of the delivery.

## I forgot my password

Choose ‘Forgot password?’ at the login. We send a code to your email address.

## Where do I find the bill?

Open the order under My Orders and choose ‘Download bill’.

## I still need help

- Email: {email}
- Telephone: {phone}`,
    hindi: `## ऑर्डर कैसे करें?

प्रोडक्ट कार्ट में डालें, कार्ट खोलें और चेकआउट पर जाएँ। पता और पेमेंट का तरीका चुनें।

## मेरा ऑर्डर कहाँ है?

उसे ‘मेरे ऑर्डर’ में खोलें। पेज पर दिखता है कि वह पैक हो रहा है या रास्ते में है, और कब पहुँचेगा।

## क्या ऑर्डर रद्द हो सकता है?

हाँ, जब तक वह दुकान से नहीं निकलता, ‘मेरे ऑर्डर’ में।

## कुछ कम है या खराब है

‘मेरे ऑर्डर’ में ऑर्डर खोलें और डिलीवरी के ${problemReportDays} दिन के भीतर ‘दिक्कत बताएँ’ चुनें।

## पासवर्ड भूल गए

लॉगिन में ‘पासवर्ड भूल गए?’ चुनें। हम आपके ईमेल पर कोड भेजते हैं।

## बिल कहाँ मिलेगा?

‘मेरे ऑर्डर’ में ऑर्डर खोलें और ‘बिल डाउनलोड करें’ चुनें।

## और मदद चाहिए

- ईमेल: {email}
- टेलीफ़ोन: {phone}`,
  },
  about: {
    english: `{name} brings groceries to your door. We sell at {address} and on {website}.

## Who we are

- Name of the business: {legalName}
- FSSAI number: {fssai}
- GSTIN: {gstin}

## Talk to us

- Email: {email}
- Telephone: {phone}`,
    hindi: `{name} किराना आपके घर पहुँचाता है। हम {address} और {website} पर सामान बेचते हैं।

## हम कौन हैं

- कारोबार का नाम: {legalName}
- FSSAI नंबर: {fssai}
- GSTIN: {gstin}

## हमसे बात करें

- ईमेल: {email}
- टेलीफ़ोन: {phone}`,
  },
};

/**
 * What not every store has. The law asks for the others, so their placeholders stay until the settings have a value.
 */
const optional = new Set(['phone', 'gstin', 'fssai', 'officerEmail', 'officerPhone']);

/** The template of a page, without the lines of optional values that the settings do not have. */
export function toPageTemplate(page: StorePageName, values: PlaceholderValues): PageTemplate {
  const { english, hindi } = templates[page];
  const hasValue = (name: string) => !optional.has(name) || (values.get(name) ?? '') !== '';
  const fit = (text: string) =>
    text
      .split('\n')
      .filter((line) => listPlaceholders(line).every(hasValue))
      .join('\n');
  return { english: fit(english), hindi: fit(hindi) };
}
