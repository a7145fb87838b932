import { plainLetters } from '@cartage/contract/reading/fold'
import { isCreditorReference, structuredDigits } from '../../books/references.rules.ts'

/** The payer in a file, in characters that banks accept. */
export interface Debtor {
  readonly name: string
  readonly iban: string
  readonly bic: string | null
}

/** Remittance information: a reference with check digits, or a text. */
export type Remittance =
  | { readonly kind: 'ISO' | 'BBA'; readonly reference: string }
  | { readonly kind: 'TEXT'; readonly reference: string }

/** The payee and remittance information. */
export interface Creditor extends Debtor {
  readonly remittance: Remittance
}

export const longestName = 70
/** Maximum characters of a remittance text. */
export const longestText = 140

/**
 * PAYOUT-4: a text in the characters accepted by every SEPA bank: Latin letters without accents, digits, and a few
 * signs. Others become blanks. No leading, trailing or double slashes, which banks interpret as codes.
 * @returns at most `most` characters; empty if nothing is left
 */
export function sepaText(text: string, most: number): string {
  return plainLatin(text)
    .replaceAll('&', '+')
    .replaceAll(/[^a-zA-Z0-9/\-?:().,'+ ]/g, ' ')
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/ +/g, ' ')
    .replaceAll(/^[ /]+/g, '')
    .slice(0, most)
    .replaceAll(/[ /]+$/g, '')
}

function plainLatin(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ẞ', 'SS')
    .replaceAll(/[øæœđðþł]/gi, (letter) => {
      const plain = plainLetters[letter.toLowerCase()]!
      return letter === letter.toLowerCase() ? plain : plain.toUpperCase()
    })
}

/** PAYOUT-5: a reference with valid check digits, ISO 11649 or Belgian, is structured; others are text. */
export function remittanceOf(reference: string): Remittance {
  const plain = reference.toUpperCase().replaceAll(/\s/g, '')
  if (isCreditorReference(plain)) return { kind: 'ISO', reference: plain }
  const digits = structuredDigits(reference)
  if (digits !== undefined) return { kind: 'BBA', reference: digits }
  return { kind: 'TEXT', reference: sepaText(reference, longestText) }
}
