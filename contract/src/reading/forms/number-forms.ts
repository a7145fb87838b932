// Made by `npm run generate` from contract/src/reading/languages.

/** The mark that a language writes between thousands. */
export const thousandsMark: Readonly<Record<string, string>> = {
  en: ',',
  nl: '.',
  fr: ' ',
  de: '.',
  pl: ' ',
  ro: '.',
  bg: ' ',
  uk: ' ',
  tr: '.',
}
