import { createHash } from 'node:crypto'

/** Hashes per word in the filter: with 20 bits per word, one in 10,000 other words is a false positive. */
const hashes = 13
export const bitsForEach = 20

/** Bit positions of a word in a filter of `size` bits. */
export function bitsOf(word: string, size: number): number[] {
  const digest = createHash('sha256').update(word).digest()
  const [start, step] = [digest.readUIntBE(0, 6) % size, (digest.readUIntBE(6, 6) % (size - 1)) + 1]
  return Array.from({ length: hashes }, (_, index) => (start + index * step) % size)
}

/** Whether a word is in a Bloom filter made by `scripts/common-passwords.ts`. */
export function isIn(filter: Uint8Array, word: string): boolean {
  return bitsOf(word, filter.length * 8).every((bit) => (filter[bit >> 3]! >> (bit & 7)) & 1)
}

/** Obvious words for a hauliers' product. */
const trade = [
  ...[
    'cartage',
    'transport',
    'transports',
    'transporten',
    'transporte',
    'vervoer',
    'spedition',
    'logistics',
    'logistik',
    'logistiek',
  ],
  ...[
    'demo',
    'tms',
    'planner',
    'planning',
    'dispatch',
    'truck',
    'trucks',
    'lorry',
    'fleet',
    'haulier',
    'container',
    'driver',
  ],
]

/** Keyboard rows and sequences, also matched backwards. */
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '0123456789012345678901234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  'qwertzuiop',
]
const walks = [...rows, ...rows.map((row) => [...row].reverse().join(''))]

const swaps: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const shortestWord = 4
const longestWord = 24
/** Parts that guessing combines: two words, or a word and a keyboard sequence. */
const mostParts = 2
/** Maximum digits and signs that add hardly any strength. */
const mostDecoration = 6
/** Longer passwords are not made of two words. */
const longestGuessed = 64

/**
 * SECRET-5: whether a password is among the first to be guessed: a common one, a word of its context, or two such
 * parts, with digits and signs added, letters replaced by digits, or anything repeated.
 * @param isCommon whether a word in lower case is among the common passwords
 * @param context words around the account: the organisation, the address, the person
 */
export function isGuessable(
  password: string,
  isCommon: (word: string) => boolean,
  context: readonly string[],
): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  if (isRepeated(text) || new Set(text).size < 3) return true
  if (text.length > longestGuessed) return false
  const near = new Set([...trade, ...context.flatMap(wordsOf)])
  const isKnown = (word: string) => near.has(word) || (word.length >= shortestWord && isCommon(word))
  if (isKnown(text) || context.some((one) => one.normalize('NFKC').toLowerCase() === text)) return true
  return isMadeOf(text, (word) => isKnown(word) || isKnown(readable(word)))
}

function wordsOf(text: string): string[] {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return [...words, words.join('')].filter((word) => word.length >= 3)
}

function readable(word: string): string {
  return [...word].map((letter) => swaps[letter] ?? letter).join('')
}

function isRepeated(text: string): boolean {
  return /^(.+?)\1+$/su.test(text)
}

/** Whether the whole text consists of at most two known words or sequences and a few other digits and signs. */
function isMadeOf(text: string, isKnown: (word: string) => boolean): boolean {
  // fewest[at][parts]: minimum decoration to cover the text before `at` with this many parts.
  const fewest = Array.from({ length: text.length + 1 }, () =>
    Array<number>(mostParts + 1).fill(Number.POSITIVE_INFINITY),
  )
  fewest[0]![0] = 0
  for (let at = 0; at < text.length; at += 1) {
    const here = fewest[at]!
    if (here.every((count) => count > mostDecoration)) continue
    const reach = (end: number, parts: number, decoration: number) => {
      for (let used = 0; used + parts <= mostParts; used += 1)
        fewest[end]![used + parts] = Math.min(fewest[end]![used + parts]!, here[used]! + decoration)
    }
    if (!/\p{L}/u.test(text[at]!)) reach(at + 1, 0, 1)
    for (let end = at + 3; end <= Math.min(text.length, at + longestWord); end += 1) {
      const word = text.slice(at, end)
      const isWalk =
        (word.length >= shortestWord && walks.some((walk) => walk.includes(word))) || /^(.)\1+$/su.test(word)
      if (isWalk) reach(end, /^\d/.test(word) ? 0 : 1, 0)
      else if (/\p{L}/u.test(word) && isKnown(word)) reach(end, 1, 0)
    }
  }
  return fewest[text.length]!.some((count) => count <= mostDecoration)
}
