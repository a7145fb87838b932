// Made by `npm run generate` from contract/src/reading/languages.

/** What stands before the one end that a window has. */
export const windowForms: Readonly<Record<string, readonly [from: string, until: string]>> = {
  en: ['from', 'until'],
  nl: ['vanaf', 'tot'],
  fr: ['à partir de', 'jusqu’à'],
  de: ['ab', 'bis'],
}
