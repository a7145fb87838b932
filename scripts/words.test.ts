import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { entriesOf } from '../server/src/languages/catalogue.ts'
import { sentencesOfSources } from './sentences.ts'

const root = join(import.meta.dirname, '..')

/** Words and phrases forbidden in user-facing texts; docs/domain-language.md lists the alternatives. */
const unwanted: readonly RegExp[] = [
  /(?<!there )\b(?:is|are|was|were) no (?!longer|more|one|different|later|earlier)/i,
  /\b(?:told|tells?|telling)\b/i,
  /\banew\b/i,
  /\bbeside\b/i,
  /\b(?:no|some|every)body\b/i,
  /\bwhoever\b/i,
  /\bhand(?:s|ed)? (?:\w+ )?over (?!the goods)/i,
  /\bbec(?:ome|omes|ame) of\b/i,
  /\bthat are more than\b/i,
  /\b(?:is|are|was|were|be) given up\b|\bg(?:ive|ives|ave) (?:it )?up\b/i,
  /\bas sent\b(?! to)|\bas it came\b/i,
  /\bask(?:s|ed|ing)? for\b(?! help)/i,
  /\bfor good\b|\bfor ever\b/i,
  /\bonce more\b/i,
  /\b(?:is|are|was|were) meant\b/i,
  /\bin line again\b/i,
  /\b(?:a|the|last|first|no|of|\d) (?:try|tries)\b/i,
  /\bwish(?:es)?\b/i,
  /\bto be had\b|\bwhat waits\b|\bspeaks against\b/i,
]

/** Sources in which every text is user-facing, including those outside the sentence catalogue. */
const sources = [
  'contract/src/**/*.ts',
  'server/src/cli/**/*.ts',
  'server/src/{config,demo,main,proxies}.ts',
  'server/src/inbound/*.ts',
]

describe('texts of the pages, the interface and the command line have none of the words that docs/domain-language.md replaces', () => {
  test.each([
    'This is no number.',
    'The receiver was told of it.',
    'Ask for it anew.',
    'Stops beside pickup and delivery.',
    'Nobody has the trip.',
    'Note for whoever serves the stop.',
    'Trips are handed over without asking.',
    'What became of it?',
    'Files that are more than 50 MiB are left out.',
    'The delivery was given up.',
    'The number was kept as sent.',
    'The slot that is asked for.',
    'Removed for good.',
    'The upload is in line again.',
    'Result of the last try.',
  ])('%s', (text) => {
    expect(breaches([['planted', text]])).toHaveLength(1)
  })

  test.each([
    'There is no company with this id.',
    'It is no longer stored.',
    'Quote it when you ask for help.',
    'The attempt failed. Try again.',
  ])('but may say: %s', (text) => {
    expect(breaches([['planted', text]])).toEqual([])
  })

  test('the sentences of the server', () => {
    expect(breaches(sentencesOfSources().map(({ place, pattern }) => [place, pattern]))).toEqual([])
  })

  test('the command line, settings, inbound messages and descriptions of the interface', () => {
    const texts = sources.flatMap((pattern) => filesOf(pattern)).flatMap(textsIn)
    expect(texts.length).toBeGreaterThan(2_000)
    expect(breaches(texts)).toEqual([])
  })

  test('the guides, which the application shows under Guides', () => {
    const lines = filesOf('docs/guides/*.md').flatMap(linesIn)
    expect(lines.length).toBeGreaterThan(500)
    expect(breaches(lines)).toEqual([])
  })

  test('French calls an order “ordre”, and a command of a planner or a terminal “commande”', () => {
    const read = (path: string) => entriesOf(readFileSync(join(root, path), 'utf8'))
    // Letters and documents go to customers, who place a “commande”.
    const sentences = read('server/texts/fr.po').filter(({ context }) => context === undefined)
    const entries = [...sentences, ...read('web/src/locales/fr.po')]
    const wrong = entries.filter(
      ({ id, translation }) => /\bcommand/i.test(translation) && !/command|purchase order/i.test(id),
    )
    expect(wrong).toEqual([])
  })

  test('the pages', () => {
    const entries = entriesOf(readFileSync(join(root, 'web/src/locales/nl.po'), 'utf8'))
    expect(breaches(entries.map(({ id }) => ['web', id]))).toEqual([])
  })
})

/** Occurrences of forbidden words: one line per text. */
function breaches(texts: readonly (readonly [place: string, text: string])[]): string[] {
  return texts.flatMap(([place, text]) => {
    const found = unwanted.flatMap((word) => word.exec(text)?.[0] ?? [])
    return found.length > 0 ? [`${place}: "${found.join('", "')}" in "${text.slice(0, 200)}"`] : []
  })
}

function filesOf(pattern: string): string[] {
  return globSync(pattern, { cwd: root }).filter((path) => !/\.test\.ts$/.test(path))
}

/** Texts of a source with three words or more: literals and template parts, never comments. */
function textsIn(path: string): [string, string][] {
  const texts: [string, string][] = []
  collect(parseSync(path, readFileSync(join(root, path), 'utf8')).program, (text) => {
    if (/\S \S+ \S/.test(text)) texts.push([path, text])
  })
  return texts
}

function collect(node: object, add: (text: string) => void): void {
  const { type, value } = node as { type?: string; value?: unknown }
  if (type === 'Literal' && typeof value === 'string') add(value)
  if (type === 'TemplateElement') add((value as { cooked: string }).cooked)
  for (const inner of Object.values(node)) {
    for (const child of Array.isArray(inner) ? inner : [inner]) {
      if (child !== null && typeof child === 'object') collect(child, add)
    }
  }
}

/** Lines of a guide outside code blocks, without member and command names. */
function linesIn(path: string): [string, string][] {
  const text = readFileSync(join(root, path), 'utf8').replace(/^```[\s\S]*?^```/gm, '')
  return text.split('\n').map((line) => [path, line.replace(/`[^`]*`/g, '')])
}
