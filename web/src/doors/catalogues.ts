// Made by `npm run generate` from contract/src/reading/languages.
import type { DoorLanguage } from '@cartage/contract/reading/languages'

/** Loads the texts of a language. */
export const catalogues = {
  en: () => import('./locales/en.po'),
  nl: () => import('./locales/nl.po'),
  fr: () => import('./locales/fr.po'),
  de: () => import('./locales/de.po'),
  pl: () => import('./locales/pl.po'),
  ro: () => import('./locales/ro.po'),
  bg: () => import('./locales/bg.po'),
  uk: () => import('./locales/uk.po'),
  tr: () => import('./locales/tr.po'),
} satisfies Record<DoorLanguage, () => Promise<unknown>>
