import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { problems } from '../server/src/http/problem.ts'
import { entriesOf, translations } from '../server/src/languages/catalogue.ts'
import { catalogueText, labelsOfSources, sentencesOfSources } from './sentences.ts'

const sentences = sentencesOfSources()
const labels = await labelsOfSources()
const read = (language: string) => readFileSync(join(import.meta.dirname, '../server/texts', `${language}.po`), 'utf8')
const placesIn = (text: string) => [...new Set(text.match(/\{\w+\}|\{\{.*?\}\}|\{%.*?%\}/g))].sort().join()

test('a sentence with values is marked, so that it can be translated: msg`…`', () => {
  expect(sentences.filter(({ isMarked }) => !isMarked)).toEqual([])
})

test('the sentences of all problems are among the sentences found in the sources', () => {
  const found = new Set(sentences.map(({ pattern }) => pattern))
  const expected = Object.values(problems).map(({ message }) => message)
  expect(expected.filter((message) => !found.has(message))).toEqual([])
})

describe.each(translations)('the texts of the server in %s', (language) => {
  test('match the sources: npm run texts', () => {
    expect(read(language)).toBe(catalogueText(language, read(language), [...labels, ...sentences]))
  })

  test('are all translated and keep their values', () => {
    const entries = entriesOf(read(language))
    expect(entries.length).toBeGreaterThan(300)
    expect(entries.filter(({ translation }) => translation === '').map(({ id }) => id)).toEqual([])
    expect(entries.filter(({ id, translation }) => placesIn(id) !== placesIn(translation))).toEqual([])
  })
})

test('the Dutch of the server addresses people as je, like the pages', () => {
  // Letters and documents address customers and carriers formally, with u.
  const dutch = entriesOf(read('nl')).filter(({ context }) => context === undefined)
  expect(dutch.length).toBeGreaterThan(500)
  const isPolite = (text: string) => /\b[Uu]w\b|(?<![/\w]|\} )u\b|\bU (?=[a-z])/.test(text)
  expect(dutch.filter(({ translation }) => isPolite(translation)).map(({ translation }) => translation)).toEqual([])
})
