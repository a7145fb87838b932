// Made by `npm run generate` from contract/src/reading/languages.

/** What stands behind a number of days, and of hours. */
export const unitForms: Readonly<Record<string, readonly [days: string, hours: string]>> = {
  en: ['d', 'h'],
  nl: ['d', 'u'],
  fr: ['j', 'h'],
  de: ['Tg.', 'h'],
  pl: ['d', 'h'],
  ro: ['d', 'h'],
  bg: ['d', 'ч'],
  uk: ['d', 'год'],
  tr: ['d', 'sa'],
}
