/** Characters that are not seen: zero-width ones, soft hyphens, marks of direction. */
const invisible = /\p{Default_Ignorable_Code_Point}+/gu

/**
 * The key of a name (SEARCH-6): two names that look alike have one key. Compatible forms are composed (NFKC), case is folded
 * without a language (İ, I, ı and i are one letter, and so are ß and SS, Σ, σ and ς), invisible characters go, and blanks of any
 * kind are one blank, none at the ends. Marks stay: Café is not Cafe. Never compare a name by PostgreSQL's lower(): it folds by
 * the locale of the database.
 */
export function foldText(text: string): string {
  return (
    text
      .normalize('NFKC')
      .replace(invisible, '')
      // There and back: the capital ẞ has a small letter, and that has the capitals SS.
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

/** Whether two names are one name to a reader. */
export function isSameName(one: string, other: string): boolean {
  return one === other || foldText(one) === foldText(other)
}

/** Letters that no decomposition takes apart, as people write them who do not have them. */
export const plainLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
}

/** A folded text without marks, for search: what people type on a keyboard that lacks them. */
export function plainText(text: string): string {
  return foldText(text)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[øæœđðþł]/g, (letter) => plainLetters[letter]!)
}

/** A number of a bank account, a VAT number or a reference as letters and digits alone: another spelling is not another number. */
export function plainNumber(text: string | null | undefined): string {
  return (text ?? '').toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}
