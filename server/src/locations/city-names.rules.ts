import { plainLetters } from '@cartage/contract/reading/fold'

/** Letters that Unicode decomposition does not split, including those with a folding of their own. */
const letters: Readonly<Record<string, string>> = { ...plainLetters, ß: 'ss', ı: 'i' }

/** Two-letter spellings of letters with marks: Köln is written Koeln where ö is not available. */
const expansions: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa', æ: 'ae' }

const saints: Readonly<Record<string, string>> = {
  saint: 'st',
  sankt: 'st',
  sint: 'st',
  sanct: 'st',
  sainte: 'ste',
}

/** Normalises a name: lower case, no accents, no punctuation, single spaces; Saint, Sint and Sankt become St. */
export function foldName(text: string): string {
  return text
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßøæœđðþłı]/g, (letter) => letters[letter]!)
    .replace(/['’‘`´ʼ]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .map((word) => (Object.hasOwn(saints, word) ? saints[word]! : word))
    .join(' ')
}

/** Normalises with ae, oe, ue, aa in place of the letters with marks. */
export function foldExpanded(text: string): string {
  const composed = text.toLowerCase().normalize('NFC')
  return foldName(composed.replace(/[äöüøåæ]/g, (letter) => expansions[letter]!))
}

/** Words after which a name only describes where the town lies: Frankfurt am Main, Chalon-sur-Saône, Ústí nad Labem. */
const connector = / (am|an|auf|im|in|ob|vor|bei|upon|on|under|sur|sous|en|les|lez|aan|op|nad|pod|sul|sulla|del|de) .*$/

/** A folded name without its river or region; undefined if it has none. */
export function withoutRiver(name: string): string | undefined {
  const short = name.replace(connector, '')
  return short === name || short.length < 4 ? undefined : short
}

/** Words around a town name in an address, dropped unless the whole text is a town. */
const around = new Set(
  (
    'cedex bp port of the haven havens hafen hafen harbour harbor porto puerto portul przystan terminal ' +
    'centrum center centre zentrum city stad ville noord nord north norte zuid sud south sur oost ost east est este ' +
    'west ouest oeste de di da do du'
  ).split(' '),
)

/**
 * Lookup names for a written town, best first: the text itself, then without common additions such as a postal code, a
 * district, a number or the word port. Each is folded.
 */
export function candidateNames(text: string): string[] {
  const plain = text.replace(/\([^)]*\)?|\[[^\]]*\]?/g, ' ')
  const parts = plain.split(/[,;/|]|\s[-–—]\s/)
  const heads = parts.map((part) => part.split(/[-–—]/)[0]!)
  const found = new Set<string>()
  for (const spelling of [text, plain]) found.add(foldName(spelling)).add(foldExpanded(spelling))
  for (const river of ['aan den', 'aan de', 'an der', 'an den'])
    found.add(foldName(text).replace(/ a d /, ` ${river} `))
  for (const spelling of parts) found.add(foldName(spelling)).add(foldExpanded(spelling))
  for (const spelling of parts) found.add(withoutNumbers(foldName(spelling)))
  for (const spelling of parts) found.add(withoutSurroundings(withoutNumbers(foldName(spelling))))
  for (const spelling of heads) found.add(withoutSurroundings(withoutNumbers(foldName(spelling))))
  for (const name of [...found]) found.add(withoutAbbreviation(name))
  for (const name of [...found]) found.add(withoutRiver(name) ?? name)
  // A second name in brackets, only where the first is unknown: Karleby (Kokkola).
  for (const [, inside] of text.matchAll(/\(([^)]*)\)/g)) found.add(foldName(inside!))
  found.delete('')
  return [...found]
}

/** Shorter versions of folded names, without words at the end or the front, longest first. */
export function partsOf(names: readonly string[]): string[] {
  const parts = names.flatMap((name) => {
    const words = name.split(' ')
    const cuts = words.slice(1).map((_, index) => index + 1)
    return cuts.flatMap((cut) => [words.slice(0, -cut), words.slice(cut)])
  })
  const longestFirst = parts.sort((one, other) => other.length - one.length)
  return [...new Set(longestFirst.map((words) => words.join(' ')))].filter((name) => name.length >= 3)
}

/** `3089 ka rotterdam`, `b 2030 antwerpen`, `lyon 03`: codes and districts at either end. */
function withoutNumbers(name: string): string {
  return name
    .replace(/^([a-z]{1,2} )?\d[\d ]*([a-z]{2} )?(?=\p{L})/u, '')
    .replace(/( \p{L}?\d[\p{L}\d]*)+$/u, '')
    .trim()
}

function withoutSurroundings(name: string): string {
  const words = name.split(' ')
  while (words.length > 1 && around.has(words.at(-1)!)) words.pop()
  while (words.length > 1 && around.has(words[0]!)) words.shift()
  return words.join(' ')
}

/** `frankfurt a m`, `neustadt a d weinstr`: drops everything from a single letter on. */
function withoutAbbreviation(name: string): string {
  return name.replace(/(?<=\p{L}{3}) \p{L}( .*)?$/u, '')
}

/**
 * Finds the line of a key in a text of lines `key|value…` sorted by key in the order of code units.
 * @returns the values, or undefined when no line has the key
 */
export function findLine(text: string, key: string): string[] | undefined {
  let from = 0
  let to = text.length
  while (from < to) {
    const middle = (from + to) >> 1
    const start = text.lastIndexOf('\n', middle - 1) + 1
    const end = text.indexOf('\n', middle)
    const [found, ...values] = text.slice(start, end).split('|')
    if (found === key) return values
    if (found! < key) from = end + 1
    else to = start
  }
  return undefined
}
