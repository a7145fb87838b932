import { readFileSync } from 'node:fs'
import { type Language, languages } from '@cartage/contract/reading/languages'

const [, ...others] = languages

/** Languages of the server's translations; the source texts are English. */
export const translations = others

/** One text of a catalogue. */
export interface Entry {
  /** Label id within a document or mail; undefined for a sentence. */
  context: string | undefined
  /** The English text. */
  id: string
  /** Empty if missing. */
  translation: string
}

const catalogues = new Map<Language, ReadonlyMap<string, string>>()

/** Translation of a text from `server/texts`; the English text if there is none. */
export function translated(language: Language, id: string, context?: string): string {
  if (language === 'en') return id
  return catalogueOf(language).get(keyOf(id, context)) || id
}

/** Key of an entry. The same text can have several translations, one per context. */
export function keyOf(id: string, context: string | undefined): string {
  return context === undefined ? id : `${context}\n${id}`
}

function catalogueOf(language: Language): ReadonlyMap<string, string> {
  const known = catalogues.get(language)
  if (known) return known
  const text = readFileSync(new URL(`../../texts/${language}.po`, import.meta.url), 'utf8')
  const catalogue = new Map(entriesOf(text).map(({ id, context, translation }) => [keyOf(id, context), translation]))
  catalogues.set(language, catalogue)
  return catalogue
}

/** The entries of a catalogue in the format of gettext. */
export function entriesOf(text: string): Entry[] {
  return text.split(/\n\n+/).flatMap((block) => {
    const id = quoted(block, 'msgid')
    return id ? [{ context: quoted(block, 'msgctxt'), id, translation: quoted(block, 'msgstr') ?? '' }] : []
  })
}

/** The quoted text after a keyword, joined over several lines. */
function quoted(block: string, keyword: string): string | undefined {
  const found = new RegExp(`^${keyword} ((?:"(?:[^"\\\\]|\\\\.)*"\\n?)+)`, 'm').exec(block)
  const lines = found?.[1]?.trim().split('\n')
  return lines?.map((line) => JSON.parse(line) as string).join('')
}
