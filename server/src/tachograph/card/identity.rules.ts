import { fieldsOf } from './fields.rules.ts'

/** Holder of a card. Dates are days in UTC. */
export interface Identity {
  card: {
    nation: string | null
    /** 14 characters for the driver, one for replacements, one for renewals. */
    number: string
    authority: string
    issuedAt: string | null
    validFrom: string | null
    validUntil: string | null
  }
  holder: { surname: string; firstNames: string; birthDate: string | null; language: string }
}

/** EF Identification. @throws CutOff */
export function identityOf(bytes: Uint8Array): Identity {
  const fields = fieldsOf(bytes)
  const [nation, number, authority] = [fields.nation(), fields.plain(16), fields.text(36)]
  const [issuedAt, validFrom, validUntil] = [fields.instant(), fields.instant(), fields.instant()]
  const [surname, firstNames] = [fields.text(36), fields.text(36)]
  const [birthDate, language] = [fields.date(), fields.plain(2)]
  return {
    card: { nation, number, authority, issuedAt, validFrom, validUntil },
    holder: { surname, firstNames, birthDate, language },
  }
}

/** Kinds of card (annex 1C, appendix 1, 2.67). */
export const cardTypes = ['RESERVED', 'DRIVER', 'WORKSHOP', 'CONTROL', 'COMPANY'] as const

/**
 * EF Application_Identification: the kind of card.
 * @throws CutOff
 */
export function cardTypeOf(bytes: Uint8Array): (typeof cardTypes)[number] | null {
  return cardTypes[fieldsOf(bytes).number(1)] ?? null
}
