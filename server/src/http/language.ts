import { fill, Message, type Sentence } from '@cartage/contract/message'
import type { Language } from '@cartage/contract/reading/languages'
import { withOpeningHours } from '@cartage/contract/reading/opening-hours'
import type { FastifyRequest } from 'fastify'
import { translated, translations } from '../languages/catalogue.ts'

/** Renders a sentence for the caller. */
export type Render = (sentence: Sentence) => string

/**
 * Language of the answer to a request. The published interface is always English, because programmers and logs read it.
 * People get the language of the application.
 */
export function languageOf(request: Pick<FastifyRequest, 'url' | 'headers'>): Language {
  if (!request.url.startsWith('/app/')) return 'en'
  const tags = (request.headers['accept-language'] ?? '').slice(0, 200).toLowerCase().split(',')
  for (const tag of tags) {
    const language = tag.trim().slice(0, 2)
    if (language === 'en' || isTranslation(language)) return language
  }
  return 'en'
}

function isTranslation(language: string): language is (typeof translations)[number] {
  return (translations as readonly string[]).includes(language)
}

/** A function that renders sentences in a language. */
export function renderIn(language: Language): Render {
  return (sentence) => inLanguage(sentence, language)
}

/** A sentence in a language; in English if there is no translation. */
export function inLanguage(sentence: Sentence, language: Language): string {
  if (language === 'en') return String(sentence)
  if (typeof sentence === 'string') return translated(language, sentence)
  const values = sentence.values.map((value) => valueIn(value, language))
  return fill(translated(language, sentence.pattern), values)
}

/** A value of a sentence: numbers and opening hours are formatted for the language (`1.160`, `Mo–Fr 08:00–17:00`). */
function valueIn(value: Message['values'][number], language: Exclude<Language, 'en'>): string {
  if (typeof value === 'number') return numberFormatOf(language).format(value)
  return isSentence(value) ? withOpeningHours(inLanguage(value, language), language) : String(value)
}

const numberFormats = new Map<Language, Intl.NumberFormat>()

function numberFormatOf(language: Language): Intl.NumberFormat {
  const known = numberFormats.get(language)
  if (known) return known
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 20 })
  numberFormats.set(language, format)
  return format
}

/** A single word among the values is a name or a code and is not translated. */
function isSentence(value: Message['values'][number]): value is Sentence {
  return value instanceof Message || (typeof value === 'string' && value.includes(' '))
}
