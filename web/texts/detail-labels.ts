/** The usual labels of product details in Hindi, by the English one in lower case. */
const hindiLabels = new Map([
  ['about the product', 'प्रोडक्ट के बारे में'],
  ['age', 'उम्र'],
  ['allergens', 'एलर्जी की जानकारी'],
  ['best before', 'इस तारीख़ से पहले बेहतर'],
  ['brand', 'ब्रांड'],
  ['capacity', 'क्षमता'],
  ['care', 'देखभाल'],
  ['colour', 'रंग'],
  ['content', 'अंदर क्या है'],
  ['contents', 'अंदर क्या है'],
  ['country of origin', 'मूल देश'],
  ['customer care', 'ग्राहक सेवा'],
  ['dimensions', 'नाप'],
  ['directions', 'इस्तेमाल का तरीका'],
  ['disclaimer', 'ज़रूरी सूचना'],
  ['energy', 'ऊर्जा'],
  ['expiry', 'समाप्ति तिथि'],
  ['expiry date', 'समाप्ति तिथि'],
  ['flavour', 'स्वाद'],
  ['fragrance', 'ख़ुशबू'],
  ['fssai licence', 'FSSAI लाइसेंस'],
  ['guarantee', 'गारंटी'],
  ['how to use', 'इस्तेमाल का तरीका'],
  ['imported by', 'आयातक'],
  ['importer', 'आयातक'],
  ['ingredients', 'सामग्री'],
  ['key features', 'मुख्य विशेषताएँ'],
  ['made with', 'किससे बना'],
  ['manufactured by', 'निर्माता'],
  ['manufacturer', 'निर्माता'],
  ['marketed by', 'विक्रेता कंपनी'],
  ['material', 'किस चीज़ का बना'],
  ['maximum retail price', 'अधिकतम खुदरा मूल्य'],
  ['mrp', 'एमआरपी'],
  ['net quantity', 'शुद्ध मात्रा'],
  ['net weight', 'शुद्ध वज़न'],
  ['nutrition', 'पोषण'],
  ['origin', 'मूल देश'],
  ['pack of', 'पैक में'],
  ['packaging', 'पैकिंग'],
  ['packed by', 'पैक करने वाली कंपनी'],
  ['seller', 'विक्रेता'],
  ['serving size', 'एक बार की मात्रा'],
  ['shelf life', 'कब तक ठीक रहता है'],
  ['size', 'साइज़'],
  ['skin type', 'त्वचा का प्रकार'],
  ['storage', 'कैसे रखें'],
  ['type', 'प्रकार'],
  ['usage', 'इस्तेमाल'],
  ['use within', 'इतने समय में इस्तेमाल करें'],
  ['variety', 'किस्म'],
  ['volume', 'मात्रा'],
  ['warranty', 'वारंटी'],
  ['weight', 'वज़न'],
]);

const both = /^(.+?) \/ (.*\p{Script=Devanagari}.*)$/u;

/**
 * The label of a product detail in the language of the page. One in both languages, `Heat / तीखापन`, is only shown in
 * that of the page.
 */
export function detailLabel(label: string): string {
  const [, english = label, hindi] = both.exec(label) ?? [];
  if (import.meta.env.LANGUAGE === 'en') return english;
  return hindi ?? hindiLabels.get(label.trim().toLowerCase()) ?? label;
}
