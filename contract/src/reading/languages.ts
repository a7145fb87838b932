// Made by `npm run generate` from contract/src/reading/languages.

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

/** The tags whose dates and numbers the pages show. */
export const languageLocales: Readonly<Record<DoorLanguage, string>> = {
  en: 'en-GB',
  nl: 'nl-NL',
  fr: 'fr-FR',
  de: 'de-DE',
  pl: 'pl-PL',
  ro: 'ro-RO',
  bg: 'bg-BG',
  uk: 'uk-UA',
  tr: 'tr-TR',
}
