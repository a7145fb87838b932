import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entriesOf } from '../server/src/languages/catalogue.ts'

const root = join(import.meta.dirname, '..')
/** Cached, because each word is looked up in thousands of texts. */
const patterns = new Map<string, RegExp>()
const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8')

/** An English word, its translation, and words not to use for it. */
interface Term {
  english: string
  words: string[]
  not: string[]
}

interface Text {
  english: string
  translation: string
}

const languages = [
  ['Dutch', 'nl'],
  ['German', 'de'],
  ['French', 'fr'],
] as const

describe.each(languages)('terms in %s from docs/glossary.md', (language, code) => {
  const terms = rowsUnder(language).map(([english = '', words = '', not = '']) => ({
    english,
    words: listed(words),
    not: listed(not),
  }))
  const texts = textsOf(code)
  const exceptions = rowsUnder('Texts that say it otherwise')
    .filter(([of]) => of === language)
    .map(([, text = '']) => text)

  test.each(terms.map((term) => [term.english, term] as const))('%s is used in each text', (_, term) => {
    expect(breaches(texts, term).filter(({ english }) => !exceptions.includes(english))).toEqual([])
  })

  test('each term occurs in a text, and each exception is needed', () => {
    expect(terms.length).toBeGreaterThan(0)
    expect(terms.filter((term) => !texts.some(({ english }) => has(english, term.english)))).toEqual([])
    const found = terms.flatMap((term) => breaches(texts, term)).map(({ english }) => english)
    expect(exceptions.filter((text) => !found.includes(text))).toEqual([])
  })
})

describe('German says Sie', () => {
  const texts = textsOf('de')
  const familiar = familiarForms(texts)

  test('and never addresses readers as du', () => {
    expect(texts.filter(({ translation }) => familiar(translation))).toEqual([])
  })

  test('text that uses du, or an informal imperative, is detected', () => {
    const texts = ['Wähle den Steuersatz selbst.', 'Kein Land. Trage es beim Ort ein.', 'Öffne dein Konto']
    expect(texts.filter(familiar)).toEqual(texts)
    expect(['Wählen Sie den Steuersatz.', 'Suche läuft…', 'Bitte prüfen'].filter(familiar)).toEqual([])
  })
})

test('a text with another term, or without the one of the glossary, is detected', () => {
  const term: Term = { english: 'tax rate', words: ['btw-tarie'], not: ['koers'] }
  const right: Text = { english: 'Tax rates', translation: 'Btw-tarieven' }
  const other: Text = { english: 'Exchange rates', translation: 'Wisselkoersen' }
  const missing: Text = { english: 'Add tax rate', translation: 'Tarief toevoegen' }
  const unwanted: Text = { english: 'Tax rate {0}', translation: 'Koers van het btw-tarief {0}' }
  expect(breaches([right, other, missing, unwanted], term)).toEqual([missing, unwanted])
})

function breaches(texts: readonly Text[], { english, words, not }: Term): Text[] {
  return texts.filter((text) => {
    if (!has(text.english, english)) return false
    const translation = text.translation.toLowerCase()
    return !words.some((word) => translation.includes(word)) || not.some((word) => translation.includes(word))
  })
}

/** Detects German texts with du, or with an informal imperative at the start of a sentence. */
function familiarForms(texts: readonly Text[]): (translation: string) => boolean {
  const polite = texts.flatMap(
    ({ translation }) => translation.match(/(?<=^|[.:!?] )[A-ZÄÖÜ][a-zäöüß]+n(?= Sie\b)/g) ?? [],
  )
  const orders = new Set(polite.map((verb) => (verb.endsWith('en') ? verb.slice(0, -1) : `${verb.slice(0, -2)}re`)))
  // These also start sentences as nouns and particles.
  for (const word of ['Bitte', 'Suche', 'Teile', 'Versuche']) orders.delete(word)
  const words = ['du', 'dich', 'dir', 'dein', 'deine', 'deinen', 'deinem', 'deiner']
  const termPattern = new RegExp(`(?<![\\p{L}])(?:${words.join('|')})(?![\\p{L}])`, 'iu')
  const order = new RegExp(`(?:^|[.:!?] )(?:${[...orders, 'Gib', 'Lies', 'Nimm', 'Sieh'].join('|')})(?![\\p{L}])`, 'u')
  return (translation) => termPattern.test(translation) || order.test(translation)
}

/** Whether a text contains a word or its plural, except as a placeholder name. */
function has(text: string, word: string): boolean {
  const pattern = patterns.get(word) ?? patternOf(word)
  patterns.set(word, pattern)
  return pattern.test(text)
}

function patternOf(word: string): RegExp {
  const plural = word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`
  return new RegExp(`(?<![\\w{-])(?:${word}|${plural}|${word}es)(?![\\w}-]|,)`, 'i')
}

function textsOf(language: string): Text[] {
  const read = (folder: string) => entriesOf(readFileSync(join(root, folder, `${language}.po`), 'utf8'))
  // Document labels use the wording of conventions and laws.
  const sentences = read('server/texts').filter(({ context }) => context === undefined)
  return [...sentences, ...read('web/src/locales'), ...read('web/src/doors/locales')]
    .filter(({ translation }) => translation !== '')
    .map(({ id, translation }) => ({ english: id, translation }))
}

/** Rows of the table under a heading, without the header row. */
function rowsUnder(heading: string): string[][] {
  const section = glossary.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

function listed(cell: string): string[] {
  return cell.split(',').flatMap((word) => word.trim().toLowerCase() || [])
}
