import { type DoorLanguage, languageNames } from '@cartage/contract/reading/languages'
import { catalogues } from './catalogues.ts'
import { texts as english, type Texts } from './texts/en.ts'

export type { Texts } from './texts/en.ts'

/** Texts of a language; English when its file cannot be loaded. */
export async function textsOf(language: DoorLanguage): Promise<Texts> {
  return await catalogues[language]().then(
    ({ texts }) => texts,
    () => english,
  )
}

/** Language of the page: the chosen one, otherwise the browser's first supported one, otherwise English. */
export function languageFor(chosen: string | undefined, offered: readonly string[]): DoorLanguage {
  const wanted = [chosen ?? '', ...offered].map((tag) => tag.slice(0, 2).toLowerCase())
  return wanted.find(isLanguage) ?? 'en'
}

function isLanguage(tag: string): tag is DoorLanguage {
  return Object.hasOwn(languageNames, tag)
}
