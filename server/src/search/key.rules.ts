import { plainText } from '@cartage/contract/reading/fold'

/** Kinds of records that are found, in the order in which a tenant's are written for the first time. */
export const searchKinds = ['order', 'trip', 'resource', 'company', 'location', 'invoice', 'document'] as const
export type SearchKind = (typeof searchKinds)[number]

/** Longer keys would be kept apart from the row, where looking through all of them is slow. */
const longestKey = 1_500

/** What people call a record, and everything else it is found by. */
export interface Named {
  title: string
  texts: readonly (string | null)[]
}

/** What a record is found by, as it is kept. */
export interface EntryKeys {
  title_key: string
  key: string
}

/** The keys of a record (SEARCH-1): each word between blanks, the title first, no word twice. */
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

/** Spellings of letters with marks in two letters: Köln is written Koeln where there is no ö. */
const expansions: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/**
 * What one text is found by: all its letters and digits in one word, then each of its words, and in numbers with letters each
 * run of digits, without zeros before it: `PO 049298` is po049298, po, 049298 and 49298.
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

/** What was typed, as it is looked for. */
export interface Typed {
  /** Everything typed, in letters and digits only. */
  whole: string
  /** Each word of it. */
  words: readonly string[]
}

/** What a typed text looks for; undefined when it has no letter and no digit. */
export function typedOf(text: string): Typed | undefined {
  const words = plainText(text)
    .split(/[\s,;|·→]+/)
    .map((word) => word.replace(/[^\p{L}\p{N}]+/gu, ''))
    .filter((word) => word !== '')
  return words.length === 0 ? undefined : { whole: words.join(''), words: [...new Set(words)] }
}

/** Whether a record has every word that was typed (SEARCH-2). */
export function isFound(keys: EntryKeys, wanted: Typed): boolean {
  return wanted.words.every((word) => keys.key.includes(word))
}

/** From this rank on the words were found one by one, not as one text. */
const firstOfWords = 6

/**
 * How well a record fits, 0 best (SEARCH-3): all that was typed as one text, exact or at the beginning of a word, before word by
 * word; exact before the beginning of a word, before inside one; what people call the record before what else it has.
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

/** One text is what a vehicle, driver or company is called; several words describe an order or a trip. */
const kindsOfText = ['resource', 'company', 'order', 'trip', 'location', 'invoice', 'document'] as const
const kindsOfWords = ['order', 'trip', 'resource', 'company', 'location', 'invoice', 'document'] as const

/** A record that was found, as the order of the answer needs it. */
export interface Ranked {
  kind: SearchKind
  rank: number
  /** Milliseconds; null when it has no time. */
  at: number | null
}

/** Which of two comes first: the better rank, then the kind, then the nearest in time (SEARCH-3). */
export function compareFound(one: Ranked, other: Ranked, now: number): number {
  if (one.rank !== other.rank) return one.rank - other.rank
  const kinds: readonly SearchKind[] = one.rank < firstOfWords ? kindsOfText : kindsOfWords
  const byKind = kinds.indexOf(one.kind) - kinds.indexOf(other.kind)
  return byKind === 0 ? away(one, now) - away(other, now) : byKind
}

function away({ at }: Ranked, now: number): number {
  return at === null ? Number.MAX_SAFE_INTEGER : Math.abs(at - now)
}
