import { plainText } from '@cartage/contract/reading/fold'

/** Kinds of searchable records, in the order of the first fill. */
export const searchKinds = ['order', 'trip', 'resource', 'company', 'location', 'invoice', 'document'] as const
export type SearchKind = (typeof searchKinds)[number]

/** Longer keys would be stored out of line (TOAST), where scanning is slow. */
const longestKey = 1_500

/** A record's display name and its other searchable texts. */
export interface Named {
  title: string
  texts: readonly (string | null)[]
}

/** Search keys of a record, as stored. */
export interface EntryKeys {
  title_key: string
  key: string
}

/** The keys of a record (SEARCH-1): each word between blanks, the title first, no duplicates. */
export function keysOf({ title, texts }: Named): EntryKeys {
  const own = wordsOf(title)
  const all = new Set(own)
  let length = keyOf(own).length
  for (const word of texts.flatMap((text) => (text === null ? [] : wordsOf(text)))) {
    if (length + word.length + 1 > longestKey) break
    if (all.has(word)) continue
    all.add(word)
    length += word.length + 1
  }
  return { title_key: keyOf(own), key: keyOf([...all]) }
}

function keyOf(words: readonly string[]): string {
  return words.length === 0 ? '' : ` ${words.join(' ')} `.slice(0, longestKey)
}

/** Two-letter spellings of letters with diacritics: Köln is written Koeln where ö is not available. */
const expansions: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/**
 * Words that find a text: all its letters and digits as one word, each word, and in numbers with letters each run of
 * digits, with and without leading zeros: `PO 049298` gives po049298, po, 049298 and 49298.
 */
export function wordsOf(text: string): string[] {
  const expanded = text.normalize('NFC').toLowerCase()
  const other = expanded.replace(/[äöüøå]/g, (letter) => expansions[letter]!)
  return [...new Set([...plainWordsOf(text), ...(other === expanded ? [] : plainWordsOf(other))])]
}

function plainWordsOf(text: string): string[] {
  const words = plainText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const runs = words.flatMap((word) => (/\p{N}/u.test(word) ? (word.match(/\p{N}+|\p{L}+/gu) ?? []) : []))
  const numbers = runs
    .flatMap((run) => /^0+[1-9]\d*$/.exec(run) && run.replace(/^0+/, ''))
    .filter((run) => run !== null)
  return [...new Set([words.join(''), ...words, ...runs, ...numbers])].filter((word) => word !== '')
}

/** Parsed search input. */
export interface Typed {
  /** The whole input with only letters and digits. */
  whole: string
  /** Its words. */
  words: readonly string[]
}

/** Parses a search input; undefined without letters and digits. */
export function typedOf(text: string): Typed | undefined {
  const words = plainText(text)
    .split(/[\s,;|·→]+/)
    .map((word) => word.replace(/[^\p{L}\p{N}]+/gu, ''))
    .filter((word) => word !== '')
  return words.length === 0 ? undefined : { whole: words.join(''), words: [...new Set(words)] }
}

/** Whether a record contains every typed word (SEARCH-2). */
export function isFound(keys: EntryKeys, wanted: Typed): boolean {
  return wanted.words.every((word) => keys.key.includes(word))
}

/** From this rank on, words matched separately and not as one text. */
const firstOfWords = 6

/**
 * Rank of a match, 0 best (SEARCH-3): the whole input as one text, exact or as a prefix, before single words; exact
 * before prefix before infix; the title before other texts.
 */
export function rankOf({ title_key, key }: EntryKeys, { whole, words }: Typed): number {
  if (title_key.startsWith(` ${whole} `)) return 0
  if (title_key.includes(` ${whole} `)) return 1
  if (key.includes(` ${whole} `)) return 2
  if (title_key.startsWith(` ${whole}`)) return 3
  if (title_key.includes(` ${whole}`)) return 4
  if (key.includes(` ${whole}`)) return 5
  if (words.every((word) => title_key.includes(` ${word} `))) return firstOfWords
  if (words.every((word) => key.includes(` ${word} `))) return 7
  if (words.every((word) => title_key.includes(` ${word}`))) return 8
  if (words.every((word) => key.includes(` ${word}`))) return 9
  if (words.every((word) => title_key.includes(word))) return 10
  return 11
}

/**
 * Order of kinds: a single word usually names a vehicle, driver or company; several words describe an order or a trip.
 */
const kindsOfText = ['resource', 'company', 'order', 'trip', 'location', 'invoice', 'document'] as const
const kindsOfWords = ['order', 'trip', 'resource', 'company', 'location', 'invoice', 'document'] as const

/** A match, with the members that decide its position. */
export interface Ranked {
  kind: SearchKind
  rank: number
  /** Milliseconds; null without a time. */
  at: number | null
}

/** Compares two matches: by rank, then by kind, then by nearness in time (SEARCH-3). */
export function compareFound(one: Ranked, other: Ranked, now: number): number {
  if (one.rank !== other.rank) return one.rank - other.rank
  const kinds: readonly SearchKind[] = one.rank < firstOfWords ? kindsOfText : kindsOfWords
  const byKind = kinds.indexOf(one.kind) - kinds.indexOf(other.kind)
  return byKind === 0 ? away(one, now) - away(other, now) : byKind
}

function away({ at }: Ranked, now: number): number {
  return at === null ? Number.MAX_SAFE_INTEGER : Math.abs(at - now)
}
