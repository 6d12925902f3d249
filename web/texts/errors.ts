/** Failed calls. */
export const errors = {
  tooManyAttempts: { en: 'Too many attempts.', hi: 'बहुत बार कोशिश हुई।' },
  tryAgainIn: {
    en: '{minutes, plural, one {Please try again in a minute.} other {Please try again in # minutes.}}',
    hi: '{minutes, plural, one {कृपया एक मिनट बाद फिर कोशिश करें।} other {कृपया # मिनट बाद फिर कोशिश करें।}}',
  },
  offline: {
    en: 'The store cannot be reached. Please check your connection and try again.',
    hi: 'दुकान से संपर्क नहीं हो पा रहा। अपना कनेक्शन देखें, फिर कोशिश करें।',
  },
  timeout: {
    en: 'The store is taking too long to respond. Please try again.',
    hi: 'दुकान से जवाब नहीं मिल रहा। फिर कोशिश करें।',
  },
  cancelled: { en: 'Cancelled.', hi: 'रद्द किया गया।' },
  unreadable: {
    en: 'The response of the store could not be read. Please try again.',
    hi: 'दुकान का जवाब पढ़ा नहीं जा सका। फिर कोशिश करें।',
  },
  INVALID_INPUT: { en: 'Please check the highlighted fields.', hi: 'कृपया बताई गई जानकारी जाँचें।' },
  BAD_OTP: {
    en: 'Incorrect or expired code. Check it or request a new one.',
    hi: 'कोड गलत है या उसका समय समाप्त हो गया। जाँचें या नया कोड लें।',
  },
  BAD_VERIFICATION_CODE: {
    en: 'This link is no longer valid. Request a new one.',
    hi: 'यह लिंक अब काम नहीं करता। नया लिंक लें।',
  },
  UNAUTHENTICATED: { en: 'Please log in.', hi: 'कृपया लॉगिन करें।' },
  BAD_CREDENTIALS: { en: 'Incorrect email or password', hi: 'ईमेल या पासवर्ड गलत है' },
  BAD_REFRESH_TOKEN: {
    en: 'Your session has ended. Please log in again.',
    hi: 'आपका सेशन समाप्त हो गया। कृपया फिर लॉगिन करें।',
  },
  STEP_UP_REQUIRED: { en: 'Confirm that it is you.', hi: 'पुष्टि करें कि यह आप हैं।' },
  FORBIDDEN: { en: 'Do not have permission', hi: 'इसकी अनुमति नहीं है' },
  PASSWORD_CHANGE_REQUIRED: { en: 'Choose a new password first.', hi: 'पहले नया पासवर्ड चुनें।' },
  RESET_NOT_ALLOWED: { en: 'Enter the code from your email first.', hi: 'पहले ईमेल में आया कोड डालें।' },
  ACCOUNT_SUSPENDED: {
    en: 'This account is suspended. Please contact the store.',
    hi: 'यह अकाउंट बंद कर दिया गया है। कृपया दुकान से संपर्क करें।',
  },
  NOT_FOUND: { en: 'Not found.', hi: 'नहीं मिला।' },
  CHANGED_MEANWHILE: {
    en: 'Someone else changed this. Please review the changes.',
    hi: 'किसी और ने इसे बदल दिया है। कृपया बदलाव देखें।',
  },
  EMAIL_TAKEN: {
    en: 'This email is already registered. Please log in.',
    hi: 'यह ईमेल पहले से रजिस्टर है। कृपया लॉगिन करें।',
  },
  STOCK_SHORT: { en: 'Not enough in stock.', hi: 'स्टॉक में इतना सामान नहीं है।' },
  PRICE_CHANGED: {
    en: 'A price has changed. Please check the new total.',
    hi: 'कीमत बदल गई है। कृपया नया कुल देखें।',
  },
  CART_CHANGED: { en: 'Your cart has changed. Please review it.', hi: 'आपका कार्ट बदल गया है। कृपया इसे देखें।' },
  PROMISE_CHANGED: {
    en: 'Delivery takes longer now. Please check the new time.',
    hi: 'डिलीवरी में अब ज़्यादा समय लगेगा। कृपया नया समय देखें।',
  },
  SLOT_UNAVAILABLE: {
    en: 'This delivery time is not available any more. Please choose another one.',
    hi: 'यह समय अब नहीं मिलेगा। कृपया दूसरा चुनें।',
  },
  STORE_CLOSED: { en: 'The store is closed now.', hi: 'दुकान अभी बंद है।' },
  STATE_MISMATCH: {
    en: 'The state and the PIN code do not match. Which one is right?',
    hi: 'राज्य और पिन कोड मेल नहीं खाते। कौन सा सही है?',
  },
  ADDRESS_UNCLEAR: {
    en: 'Please check this address before you order.',
    hi: 'ऑर्डर से पहले कृपया यह पता जाँचें।',
  },
  OUTSIDE_AREA: {
    en: 'We do not deliver to this address yet.',
    hi: 'हम अभी इस पते पर डिलीवरी नहीं करते।',
  },
  COUPON_UNUSABLE: { en: 'This coupon cannot be used.', hi: 'यह कूपन इस्तेमाल नहीं किया जा सकता।' },
  COUPON_NEEDS_VERIFICATION: {
    en: 'Verify your email address to use this coupon.',
    hi: 'यह कूपन इस्तेमाल करने के लिए अपने ईमेल की पुष्टि करें।',
  },
  MINIMUM_ORDER: {
    en: 'This order is below the minimum of the store.',
    hi: 'यह ऑर्डर दुकान की न्यूनतम रकम से कम है।',
  },
  CART_EMPTY: { en: 'Your cart is empty.', hi: 'आपका कार्ट खाली है।' },
  UNPAID_ORDER_LIMIT: {
    en: 'Too many of your orders are not paid yet. Pay or cancel one of them first.',
    hi: 'आपके कई ऑर्डर का पेमेंट बाकी है। पहले किसी एक का पेमेंट करें या उसे रद्द करें।',
  },
  CASH_ORDER_LIMIT: {
    en: 'Verify your email address to place more cash orders.',
    hi: 'और कैश ऑर्डर करने के लिए अपने ईमेल की पुष्टि करें।',
  },
  CARD_PAYMENT_OFF: {
    en: 'This store does not accept cards now. Choose another payment method.',
    hi: 'यह दुकान अभी कार्ड नहीं लेती। पेमेंट का दूसरा तरीका चुनें।',
  },
  CASH_PAYMENT_OFF: {
    en: 'This store does not accept cash now. Choose another payment method.',
    hi: 'यह दुकान अभी कैश नहीं लेती। पेमेंट का दूसरा तरीका चुनें।',
  },
  UPI_PAYMENT_OFF: {
    en: 'This store does not accept UPI now. Choose another payment method.',
    hi: 'यह दुकान अभी UPI नहीं लेती। पेमेंट का दूसरा तरीका चुनें।',
  },
  ORDER_UNITS_LIMIT: {
    en: 'This order has too many pieces. Remove some of them.',
    hi: 'इस ऑर्डर में बहुत ज़्यादा सामान है। कुछ हटाएँ।',
  },
  OPEN_ORDER: {
    en: 'One of your orders or refunds is not complete yet. You can delete your account when it is delivered, cancelled or refunded.',
    hi: 'आपका कोई ऑर्डर या रिफ़ंड अभी बाकी है। उसके डिलीवर, रद्द या रिफ़ंड होने पर आप अकाउंट मिटा सकते हैं।',
  },
  UNPAID_DELIVERY: {
    en: 'One of your delivered orders is not paid yet. You can delete your account when the store has received the payment.',
    hi: 'डिलीवर हुए किसी ऑर्डर का पेमेंट अभी बाकी है। दुकान को पेमेंट मिलने पर आप अकाउंट मिटा सकते हैं।',
  },
  ORDER_STATUS: {
    en: 'The status of this order does not allow that.',
    hi: 'इस ऑर्डर की स्थिति में यह नहीं हो सकता।',
  },
  PAYMENT_OVER: {
    en: 'This payment has expired. Please start again from your cart.',
    hi: 'इस पेमेंट का समय समाप्त हो गया। कृपया कार्ट से फिर शुरू करें।',
  },
  CARD_DECLINED: {
    en: 'Your card was declined. Please try another one.',
    hi: 'आपका कार्ड स्वीकार नहीं हुआ। कृपया दूसरा कार्ड आज़माएँ।',
  },
  TOO_MANY_REQUESTS: {
    en: 'Too many attempts. Please wait a moment.',
    hi: 'बहुत बार कोशिश हुई। कृपया थोड़ा इंतज़ार करें।',
  },
  UNAVAILABLE: {
    en: 'The store is not available right now. Please try again in a moment.',
    hi: 'दुकान अभी उपलब्ध नहीं है। कृपया थोड़ी देर बाद फिर कोशिश करें।',
  },
  INTERNAL: {
    en: 'Something went wrong on our side. Please try again.',
    hi: 'हमारी ओर से कुछ गड़बड़ हुई। कृपया फिर कोशिश करें।',
  },
  ACCOUNT_BLOCKED: {
    en: 'This account cannot place orders. Please contact the store.',
    hi: 'इस अकाउंट से ऑर्डर नहीं हो सकता। कृपया दुकान से संपर्क करें।',
  },
  CREDIT_CHANGED: {
    en: 'Your store credit has changed. Please check the amount.',
    hi: 'आपका स्टोर क्रेडिट बदल गया है। कृपया रकम देखें।',
  },
  PROBLEM_OPEN: {
    en: 'A problem with this order is already reported. The store will answer soon.',
    hi: 'इस ऑर्डर की दिक्कत पहले ही दर्ज है। दुकान जल्दी जवाब देगी।',
  },
  REPORT_OVER: {
    en: 'The time to report a problem with this order is over. Please contact the store.',
    hi: 'इस ऑर्डर की दिक्कत बताने का समय बीत गया। कृपया दुकान से संपर्क करें।',
  },
  NAME_TAKEN: { en: 'This name is already in use.', hi: 'यह नाम पहले से है।' },
  CONFLICT: {
    en: 'This conflicts with existing data.',
    hi: 'यह अभी नहीं हो सकता। कृपया पेज दोबारा लोड करें।',
  },
  IDEMPOTENCY_MISMATCH: {
    en: 'This Idempotency-Key was used for a different order.',
    hi: 'यह अभी नहीं हो सकता। कृपया पेज दोबारा लोड करें।',
  },
  BAD_PIN: { en: 'Wrong code or PIN.', hi: 'कोड या PIN ग़लत है।' },
  DEVICE_NOT_APPROVED: {
    en: 'This phone is not approved. Ask an owner of the store.',
    hi: 'इस फ़ोन को मंज़ूरी नहीं मिली है। दुकान के मालिक से कहें।',
  },
  BAD_DELIVERY_PIN: {
    en: 'This is not the PIN of the shopper.',
    hi: 'यह ग्राहक का PIN नहीं है।',
  },
  PHOTO_NEEDED: {
    en: 'Take a photo of the delivery first.',
    hi: 'पहले डिलीवरी की फ़ोटो लें।',
  },
  BAD_DEVICE_CODE: {
    en: 'This code is wrong or no longer valid. Ask an owner for a new one.',
    hi: 'यह कोड ग़लत है या अब मान्य नहीं है। मालिक से नया कोड लें।',
  },
  BAD_INVITATION: {
    en: 'This invitation is no longer valid. Ask an owner of the store for a new one.',
    hi: 'यह निमंत्रण अब मान्य नहीं है। दुकान के मालिक से नया लिंक लें।',
  },
  INVITATION_OF_OTHER: {
    en: 'This invitation is for another email address.',
    hi: 'यह निमंत्रण किसी और ईमेल के लिए है।',
  },
  LAST_ADMIN: {
    en: 'You are the only administrator. Add another one first.',
    hi: 'आप अकेले एडमिन हैं। पहले किसी और को एडमिन बनाएँ।',
  },
  PUSH_ENDPOINT: {
    en: 'Notifications cannot be sent to this browser.',
    hi: 'इस ब्राउज़र पर नोटिफ़िकेशन नहीं भेजे जा सकते।',
  },
  ORDER_TAKEN: {
    en: 'Someone else is picking this order.',
    hi: 'यह ऑर्डर कोई और निकाल रहा है।',
  },
  BATCH_FULL: {
    en: 'You are picking four orders. Pack one of them first.',
    hi: 'आपके पास चार ऑर्डर हैं। पहले किसी एक को पैक करें।',
  },
  DIET_MARK: {
    en: 'What is vegetarian is replaced by vegetarian products only.',
    hi: 'शाकाहारी प्रोडक्ट की जगह सिर्फ़ शाकाहारी प्रोडक्ट दिया जा सकता है।',
  },
  WEIGHT_TOO_HIGH: {
    en: 'This weighs more than the order allows.',
    hi: 'यह वज़न ऑर्डर से ज़्यादा है।',
  },
  REPLACEMENT_REFUSED: {
    en: 'The shopper does not want this replacement.',
    hi: 'ग्राहक को इसकी जगह यह प्रोडक्ट नहीं चाहिए।',
  },
  QUESTION_OPEN: {
    en: 'The shopper has time to answer.',
    hi: 'ग्राहक के पास जवाब देने का समय बाकी है।',
  },
  NOTHING_FOUND: {
    en: 'Nothing of this order was found. Cancel the order instead.',
    hi: 'इस ऑर्डर का कुछ नहीं मिला। ऑर्डर रद्द करें।',
  },
  UNPICKED_LINES: {
    en: 'Some products of this order are not picked.',
    hi: 'इस ऑर्डर के कुछ प्रोडक्ट निकालने बाकी हैं।',
  },
  REQUEST_TIMEOUT: { en: 'The request arrived too slowly.', hi: 'कनेक्शन बहुत धीमा था। कृपया फिर कोशिश करें।' },
  BODY_TOO_LARGE: { en: 'The request is too large.', hi: 'फ़ाइल बहुत बड़ी है।' },
  email: { en: 'Enter a valid email address.', hi: 'सही ईमेल डालें।' },
  mobile: { en: 'Enter a valid mobile number.', hi: 'सही मोबाइल नंबर डालें।' },
  pincode: { en: 'Enter a valid PIN code.', hi: 'सही पिन कोड डालें।' },
  password: { en: 'Choose another password.', hi: 'दूसरा, ज़्यादा मज़बूत पासवर्ड चुनें।' },
  pin: { en: 'Incorrect PIN.', hi: 'PIN ग़लत है।' },
  confirmation: { en: 'The passwords differ.', hi: 'दोनों पासवर्ड एक जैसे होने चाहिए।' },
  field: { en: 'Check this field.', hi: 'यह जानकारी जाँचें।' },
} as const;
