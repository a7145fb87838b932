/** Invisible characters: zero-width ones, soft hyphens, direction marks. */
const invisible = /\p{Default_Ignorable_Code_Point}+/gu

/**
 * Comparison key of a name (SEARCH-6): names that look alike have the same key. Compatible forms are composed (NFKC),
 * case is folded without a language (İ, I, ı and i are one letter, and so are ß and SS, Σ, σ and ς), invisible
 * characters are removed, blanks of any kind become one blank, and names are trimmed. Marks stay: Café is not Cafe.
 * Never compare names by PostgreSQL's lower(), which depends on the locale of the database.
 */
export function foldText(text: string): string {
  return (
    text
      .normalize('NFKC')
      .replace(invisible, '')
      // Two steps: the capital ẞ has a lower-case letter, whose capitals are SS.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .replaceAll('i\u0307', 'i')
      .normalize('NFKC')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

/** Whether two names are the same to a reader. */
export function isSameName(one: string, other: string): boolean {
  return one === other || foldText(one) === foldText(other)
}

/** Letters without a decomposition, with their usual replacement. */
export const plainLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
}

/** Folded text without marks, for search from a keyboard that lacks them. */
export function plainText(text: string): string {
  return foldText(text)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[øæœđðþł]/g, (letter) => plainLetters[letter]!)
}

/** Sorts after any text with this prefix, in byte order. */
export function endOfPrefix(prefix: string): string {
  return `${prefix}\u{10ffff}`
}

/** Bank account, VAT or reference number reduced to letters and digits: another notation is the same number. */
export function plainNumber(text: string | null | undefined): string {
  return (text ?? '').toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}
