// Made by `npm run generate` from contract/src/reading/languages.
import type { Language } from '@cartage/contract/reading/languages'

/** Loads the texts of a language. */
export const catalogues = {
  en: () => import('../locales/en.po'),
  nl: () => import('../locales/nl.po'),
  fr: () => import('../locales/fr.po'),
  de: () => import('../locales/de.po'),
} satisfies Record<Language, () => Promise<unknown>>
