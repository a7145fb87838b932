import { documentForms } from '@cartage/contract/reading/forms/document-forms'
import { type Language, languages } from '@cartage/contract/reading/languages'

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/**
 * A decimal in the notation of a language: `1.234,50`. The same on every machine, whatever its locale data.
 * @param text digits with a point before the decimals, and a sign
 */
export function numberIn(language: Language, text: string): string {
  const [number] = documentForms[language]!
  const [whole, places] = text.replace('-', '').split('.')
  const grouped = whole!.replace(/\B(?=(\d{3})+$)/g, number[1]!)
  return `${text.startsWith('-') ? '−' : ''}${grouped}${places === undefined ? '' : number[5]! + places}`
}

/**
 * A day in the notation of a language: `27-11-2026`, `27/11/2026`, `27.11.2026`, `27 Nov 2026`.
 * @param day as YYYY-MM-DD
 */
export function dayIn(language: Language, day: string): string {
  const [year, month, date] = day.split('-') as [string, string, string]
  const [, example] = documentForms[language]!
  if (example.includes('Nov')) return `${Number(date)} ${months[Number(month) - 1]} ${year}`
  return example.replace(/2026|27|11/g, (part) => (part === '2026' ? year : part === '27' ? date : month))
}

/** The language of a document; English if Cartage has no texts in it. */
export function languageOrEnglish(language: string): Language {
  return languages.find((one) => one === language) ?? 'en'
}

/**
 * A tenant's text in a language, from members such as `name` and `name_nl`.
 * @returns the English one if the tenant has none in the language
 */
export function textIn<M extends string>(record: Readonly<Record<M, string>>, member: M, language: string): string {
  const members: Readonly<Record<string, unknown>> = record
  return String(members[`${member}_${language}`] || record[member])
}
