/** Failed calls. */
export const errors = {
  tooManyAttempts: { en: 'Too many attempts.', hi: 'बहुत बार कोशिश हुई।' },
  tryAgainIn: {
    en: '{minutes, plural, one {Please try again in a minute.} other {Please try again in # minutes.}}',
    hi: '{minutes, plural, one {कृपया एक मिनट बाद फिर कोशिश करें।} other {कृपया # मिनट बाद फिर कोशिश करें।}}',
  },
  offline: {
    en: 'The shop cannot be reached. Please check your connection and try again.',
    hi: 'दुकान तक नहीं पहुँच पा रहे। कृपया अपना कनेक्शन देखें और फिर कोशिश करें।',
  },
  timeout: {
    en: 'The shop is taking too long to answer. Please try again.',
    hi: 'दुकान से जवाब आने में बहुत समय लग रहा है। कृपया फिर कोशिश करें।',
  },
  cancelled: { en: 'Cancelled.', hi: 'रद्द किया गया।' },
  unreadable: {
    en: 'The shop gave an answer we could not read. Please try again.',
    hi: 'दुकान का जवाब समझ नहीं आया। कृपया फिर कोशिश करें।',
  },
} as const;
