// Made by `npm run generate` from contract/src/reading/languages.
import type { DoorLanguage } from '@cartage/contract/reading/languages'

/** Loads the texts of a language. */
export const catalogues = {
  en: () => import('./texts/en.ts'),
  nl: () => import('./texts/nl.ts'),
  fr: () => import('./texts/fr.ts'),
  de: () => import('./texts/de.ts'),
  pl: () => import('./texts/pl.ts'),
  ro: () => import('./texts/ro.ts'),
  bg: () => import('./texts/bg.ts'),
  uk: () => import('./texts/uk.ts'),
  tr: () => import('./texts/tr.ts'),
} satisfies Record<DoorLanguage, () => Promise<unknown>>
