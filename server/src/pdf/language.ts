import { type Language, languages } from '@cartage/contract/reading/languages'
import { labelsOf } from '../languages/labels.ts'

const signs: Readonly<Record<Language, { group: string; point: string }>> = {
  nl: { group: '.', point: ',' },
  fr: { group: '\u00a0', point: ',' },
  de: { group: '.', point: ',' },
  en: { group: ',', point: '.' },
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** A decimal as people in a language write it: `1.234,50`. The same everywhere, whatever the machine knows of languages. */
export function numberIn(language: Language, text: string): string {
  const { group, point } = signs[language]
  const [whole, places] = text.replace('-', '').split('.')
  const grouped = whole!.replace(/\B(?=(\d{3})+$)/g, group)
  return `${text.startsWith('-') ? '−' : ''}${grouped}${places === undefined ? '' : point + places}`
}

/** A day as people in a language write it: `27-11-2026`, `27/11/2026`, `27.11.2026`, `27 Nov 2026`. */
export function dayIn(language: Language, day: string): string {
  const [year, month, date] = day.split('-')
  if (language === 'en') return `${Number(date)} ${months[Number(month) - 1]} ${year}`
  return [date, month, year].join({ nl: '-', fr: '/', de: '.' }[language])
}

/** The language of a document; what is not one of them is English. */
export function pdfLanguage(language: string): Language {
  return languages.find((one) => one === language) ?? 'en'
}

/** What the foot of a document says where the fonts lack a letter of it (PAPER-19). */
export const footerLabels = labelsOf('page_footer', { missingLetter: '□: a letter that this document cannot show' })
