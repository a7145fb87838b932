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

/** Words forbidden in exported names; `docs/domain-language.md` lists the alternatives. */
const unwantedInNames = new RegExp(
  [
    'told|tells?|telling|wish(?:es|ed)?|wanted|meant|asked|asks?|asking|heard|hears?|news|made|tries|deeds?',
    'anew|beside|nobody|somebody|everybody|whoever',
    'lanes?|doubts?|doubtful|refusals?',
  ]
    .map((words) => `^(?:${words})$`)
    .join('|'),
)

/** Exported names that keep such a word, and why. */
const namesThatStay: Readonly<Record<string, string>> = {
  findMeantResources: 'the id of an operation',
  askForReset: 'the id of an operation',
  listDoubtfulSources: 'the id of an operation',
}

/**
 * Excludes records of decisions, which keep their original wording; `docs/domain-language.md` contains the words
 * themselves.
 */
const documents = ['{README,ARCHITECTURE,CONTRIBUTING,AGENTS}.md', 'docs/*.md', 'docs/guides/*.md', 'client/README.md']
const leftOut = /(^|\/)node_modules\/|docs\/domain-language\.md$|docs\/benchmarks\.md$/

/** Sources in which every text is user-facing, including those outside the sentence catalogue. */
const sources = [
  'contract/src/**/*.ts',
  'server/src/cli/**/*.ts',
  'server/src/{config,demo,main,proxies}.ts',
  'server/src/inbound/*.ts',
]

/**
 * Code whose comments and test titles are checked. This file contains the words themselves, and generated files are
 * excluded.
 */
const sourcesOfCode = [
  'acceptance/**/*.ts',
  'contract/src/**/*.ts',
  'scripts/**/*.ts',
  'seeds/**/*.ts',
  'server/src/**/*.ts',
]
const foldersOfNames = ['contract/src/**/*.ts', 'server/src/**/*.ts', 'web/src/**/*.{ts,tsx}']
const notRead = /(^|\/)node_modules\/|^scripts\/words\.test\.ts$|^server\/src\/db\/schema\.ts$/

describe('a text for people has none of the words that docs/domain-language.md replaces', () => {
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

  test('the comments, and the titles of tests', () => {
    const notes = filesUnder(sourcesOfCode).flatMap((path) => [...commentsIn(path), ...titlesIn(path)])
    expect(notes.length).toBeGreaterThan(5_000)
    expect(breaches(notes)).toEqual([])
  })

  test('the exported names', () => {
    const names = filesUnder(foldersOfNames).flatMap(exportsIn)
    expect(names.length).toBeGreaterThan(2_000)
    expect(unwantedNames(names)).toEqual([])
    expect(unwantedNames([['planted', 'tellPaused']])).toEqual(['planted: tellPaused'])
    const exported = new Set(names.map(([, name]) => name))
    expect(Object.keys(namesThatStay).filter((name) => !exported.has(name))).toEqual([])
  })

  test('the documents', () => {
    const lines = documents.flatMap((pattern) => filesOf(pattern)).flatMap(linesIn)
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
  return globSync(pattern, { cwd: root }).filter((path) => !/\.test\.ts$/.test(path) && !leftOut.test(path))
}

function filesUnder(patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).filter((path) => !notRead.test(path))
}

/** Comments of a source by paragraph, without names in backticks. */
function commentsIn(path: string): [string, string][] {
  const { comments } = parseSync(path, readFileSync(join(root, path), 'utf8'))
  return comments.map(({ value }) => [path, value.replace(/\n\s*\*?/g, ' ').replace(/`[^`]*`/g, '')])
}

/** Test titles of a source. */
function titlesIn(path: string): [string, string][] {
  if (!/\.test\.tsx?$/.test(path)) return []
  const text = readFileSync(join(root, path), 'utf8')
  return [...text.matchAll(/\b(?:describe|test)\(\s*(['`])(.+?)\1/g)].map(([, , title]) => [path, title!])
}

function exportsIn(path: string): [string, string][] {
  const text = readFileSync(join(root, path), 'utf8')
  const declared = /^export (?:async )?(?:const|function\*?|class|type|interface) (\w+)/gm
  return [...text.matchAll(declared)].map(([, name]) => [path, name!])
}

function unwantedNames(names: readonly (readonly [path: string, name: string])[]): string[] {
  return names
    .filter(([, name]) => !(name in namesThatStay))
    .filter(([, name]) => name.split(/(?=[A-Z])|_/).some((word) => unwantedInNames.test(word.toLowerCase())))
    .map(([path, name]) => `${path}: ${name}`)
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

/** Lines of a document outside code blocks, without member and command names. */
function linesIn(path: string): [string, string][] {
  const text = readFileSync(join(root, path), 'utf8').replace(/^```[\s\S]*?^```/gm, '')
  return text.split('\n').map((line) => [path, line.replace(/`[^`]*`/g, '')])
}
