/** Languages of the application. The sources are written in the first; the others have catalogues of translations. */
export const languages = ['en', 'nl', 'fr', 'de'] as const
export type Language = (typeof languages)[number]

/** Languages of the pages that links open: drivers and small carriers read more than those of the application. */
export const doorLanguages = [...languages, 'pl', 'ro', 'bg', 'uk', 'tr'] as const
export type DoorLanguage = (typeof doorLanguages)[number]

/** Each language in its own words. */
export const languageNames: Readonly<Record<DoorLanguage, string>> = {
  en: 'English',
  nl: 'Nederlands',
  fr: 'Français',
  de: 'Deutsch',
  pl: 'Polski',
  ro: 'Română',
  bg: 'Български',
  uk: 'Українська',
  tr: 'Türkçe',
}
