import { plainLetters } from '@cartage/contract/reading/fold'
import { isCreditorReference, structuredDigits } from '../../books/references.rules.ts'

/** Who pays, as a file has it: in the letters that banks take. */
export interface Debtor {
  readonly name: string
  readonly iban: string
  readonly bic: string | null
}

/** What a transfer says it is for: a reference with check digits, or a text. */
export type Remittance =
  | { readonly kind: 'ISO' | 'BBA'; readonly reference: string }
  | { readonly kind: 'TEXT'; readonly reference: string }

/** Who is paid, and what for. */
export interface Creditor extends Debtor {
  readonly remittance: Remittance
}

export const longestName = 70
/** Characters of a text that says what a transfer is for. */
export const longestText = 140

/**
 * PAYOUT-4: a text in the letters that every bank of the SEPA takes: Latin ones without marks, digits, and a few signs; what has no
 * such letter is a blank. No slash at the ends and no two in a row: banks read those as codes.
 * @returns at most so many characters; empty when nothing is left
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

/** PAYOUT-5: a reference whose check digits are right goes as one, of ISO 11649 or Belgian; anything else as text. */
export function remittanceOf(reference: string): Remittance {
  const plain = reference.toUpperCase().replaceAll(/\s/g, '')
  if (isCreditorReference(plain)) return { kind: 'ISO', reference: plain }
  const digits = structuredDigits(reference)
  if (digits !== undefined) return { kind: 'BBA', reference: digits }
  return { kind: 'TEXT', reference: sepaText(reference, longestText) }
}
