// Made by `npm run generate` from contract/src/reading/languages.

/** What metres of loading are called. */
export const loadingMetres: Readonly<Record<string, string>> = {
  en: 'LDM',
  nl: 'laadmeter',
  fr: 'MPL',
  de: 'Lademeter',
  pl: 'LDM',
  ro: 'LDM',
  bg: 'LDM',
  uk: 'LDM',
  tr: 'LDM',
}
