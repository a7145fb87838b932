import { decimalOf, fieldsOf, type Registration } from './fields.rules.ts'

/** Who a card is of. Dates are days in UTC. */
export interface Identity {
  card: {
    nation: string | null
    /** 14 characters of the driver, one of replacements, one of renewals. */
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

/** The driving licence of the holder. */
export interface Licence {
  authority: string
  nation: string | null
  number: string
}

/** EF Driving_Licence_Info. @throws CutOff */
export function licenceOf(bytes: Uint8Array): Licence {
  const fields = fieldsOf(bytes)
  const [authority, nation, number] = [fields.text(36), fields.nation(), fields.plain(16)]
  return { authority, nation, number }
}

/** Kinds of card (annex 1C, appendix 1, 2.67). */
export const cardTypes = ['RESERVED', 'DRIVER', 'WORKSHOP', 'CONTROL', 'COMPANY'] as const

/** What a card is, and how much it holds. */
export interface Application {
  type: (typeof cardTypes)[number] | null
  version: number
  eventsOfType: number
  faultsOfType: number
  activityBytes: number
  vehicles: number
  places: number
}

/** EF Application_Identification. @throws CutOff */
export function applicationOf(bytes: Uint8Array, generation: 1 | 2): Application {
  const fields = fieldsOf(bytes)
  return {
    type: cardTypes[fields.number(1)] ?? null,
    version: fields.number(2),
    eventsOfType: fields.number(1),
    faultsOfType: fields.number(1),
    activityBytes: fields.number(2),
    vehicles: fields.number(2),
    places: fields.number(generation),
  }
}

/** The card as a thing: who made it, and when. */
export interface Chip {
  serial: number
  month: number | null
  /** Two digits. */
  year: number | null
  manufacturer: number
  approval: string
  /** Country and company that put the chip into the card. */
  embedder: string
}

/** EF ICC. @throws CutOff */
export function chipOf(bytes: Uint8Array): Chip {
  const fields = fieldsOf(bytes.subarray(1))
  const [serial, month, year] = [fields.number(4), decimalOf(fields.digits(1)), decimalOf(fields.digits(1))]
  const [, manufacturer, approval] = [fields.number(1), fields.number(1), fields.plain(8)]
  fields.number(1)
  return { serial, month, year, manufacturer, approval, embedder: fields.plain(4) }
}

/** The session that was open when the card was read. */
export interface Usage {
  openedAt: string
  vehicle: Registration
}

/** EF Current_Usage; null: no session was open. @throws CutOff */
export function usageOf(bytes: Uint8Array): Usage | null {
  const fields = fieldsOf(bytes)
  const openedAt = fields.instant()
  return openedAt === null ? null : { openedAt, vehicle: fields.registration() }
}

/** The last control of the driver. */
export interface Control {
  at: string
  type: number
  card: { type: (typeof cardTypes)[number] | null; nation: string | null; number: string }
  vehicle: Registration
  /** The period of which the officer took data. */
  from: string | null
  to: string | null
}

/** EF Control_Activity_Data; null: there was none. @throws CutOff */
export function controlOf(bytes: Uint8Array): Control | null {
  const fields = fieldsOf(bytes)
  const [type, at] = [fields.number(1), fields.instant()]
  const card = { type: cardTypes[fields.number(1)] ?? null, nation: fields.nation(), number: fields.plain(16) }
  const [vehicle, from, to] = [fields.registration(), fields.instant(), fields.instant()]
  return at === null ? null : { at, type, card, vehicle, from, to }
}

/** EF Card_Download: when the card was read before. @throws CutOff */
export function downloadOf(bytes: Uint8Array): string | null {
  return fieldsOf(bytes).instant()
}
