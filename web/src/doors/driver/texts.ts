import { type DoorLanguage, languageNames } from '@cartage/contract/reading/languages'
import { en, type Texts } from './texts/en.ts'

export type { Texts } from './texts/en.ts'

const catalogues: Record<DoorLanguage, () => Promise<Texts>> = {
  en: async () => en,
  nl: async () => (await import('./texts/nl.ts')).nl,
  fr: async () => (await import('./texts/fr.ts')).fr,
  de: async () => (await import('./texts/de.ts')).de,
  pl: async () => (await import('./texts/pl.ts')).pl,
  ro: async () => (await import('./texts/ro.ts')).ro,
  bg: async () => (await import('./texts/bg.ts')).bg,
  uk: async () => (await import('./texts/uk.ts')).uk,
  tr: async () => (await import('./texts/tr.ts')).tr,
}

/** Texts of a language; English when its file cannot be loaded. */
export async function textsOf(language: DoorLanguage): Promise<Texts> {
  return await catalogues[language]().catch(() => en)
}

/** The language of the page: the one chosen, else the first of the browser's that there is, else English. */
export function languageFor(chosen: string | undefined, offered: readonly string[]): DoorLanguage {
  const wanted = [chosen ?? '', ...offered].map((tag) => tag.slice(0, 2).toLowerCase())
  return wanted.find(isLanguage) ?? 'en'
}

function isLanguage(tag: string): tag is DoorLanguage {
  return Object.hasOwn(languageNames, tag)
}

/** A text with its values: `{name}` is replaced. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
