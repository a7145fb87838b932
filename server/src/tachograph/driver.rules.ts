import { msg, type Sentence } from '@cartage/contract/message'
import type { DriverCard } from './card/rules.ts'

/** A driver who may be the holder of a card. */
export interface Candidate {
  resource_id: string
  name: string
  first_name: string | null
  last_name: string | null
  /** Why the driver is one: the card came before, its number is a custom field of the driver, or the date of birth. */
  by: 'CARD' | 'NUMBER' | 'BIRTH'
}

/** The custom field of a driver that holds the number of the card. */
export const cardNumberField = 'driver_card_number'

/** A card in the words of the inbox. */
export interface CardItem {
  card_number: string
  country: string | null
  surname: string
  first_names: string
  date_of_birth: string | null
  first_day: string
  last_day: string
}

/** What the inbox shows of a card. */
export function itemOf({ card, holder, days }: DriverCard): CardItem {
  return {
    ...{ card_number: card.number, country: card.nation },
    ...{ surname: holder.surname, first_names: holder.firstNames, date_of_birth: holder.birthDate },
    ...{ first_day: days[0]!.date, last_day: days.at(-1)!.date },
  }
}

/** What names a card. */
type NumberedCard = Pick<DriverCard['card'], 'nation' | 'number'>

/** Country and the 14 characters that name a driver; two more count replacements and renewals. */
export function keyOf({ card }: { card: NumberedCard }): string {
  return `${card.nation ?? ''}:${plain(card.number).slice(0, 14)}`
}

/** The number of a card without what changes when it is renewed, as far as it is in a custom field. */
export function numberOf({ card }: { card: NumberedCard }): string {
  return plain(card.number).slice(0, 14)
}

function plain(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}

/**
 * The driver of a card (TACHO-6): the one whose card it was before, else the one with its number, else the only one with this
 * date of birth and name. Otherwise why it waits.
 */
export function driverOf(card: DriverCard, candidates: readonly Candidate[]): string | Sentence[] {
  const found = surest(candidates)
  if (found.length === 1) return found[0]!.resource_id
  if (found.length > 1) return [several(card)]
  const named = candidates.filter((one) => isNamed(card, one))
  if (named.length === 1) return named[0]!.resource_id
  if (named.length > 1) return [several(card)]
  const { surname, firstNames } = card.holder
  return [
    msg`No driver has the card number ${card.card.number}, or the name ${firstNames} ${surname} and the date of birth of its holder. Choose the driver.`,
  ]
}

/** Those whose card it was before, else those with its number. */
function surest(candidates: readonly Candidate[]): readonly Candidate[] {
  const of = (by: Candidate['by']) => candidates.filter((one) => one.by === by)
  const before = of('CARD')
  return before.length > 0 ? before : of('NUMBER')
}

/** The one driver who is known by the card alone, which is all that a vehicle says (TACHO-12). */
export function knownOwner(candidates: readonly Candidate[]): Candidate | undefined {
  const found = surest(candidates)
  return found.length === 1 ? found[0] : undefined
}

function several({ card }: DriverCard): Sentence {
  return msg`Several drivers may have the card ${card.number}. Choose the driver.`
}

/** All words of the surname and the first of the first names are in the name, whatever their order and accents. */
function isNamed({ holder }: DriverCard, { by, name, first_name, last_name }: Candidate): boolean {
  if (by !== 'BIRTH') return false
  const words = new Set(wordsOf(`${name} ${first_name ?? ''} ${last_name ?? ''}`))
  const needed = [...wordsOf(holder.surname), ...wordsOf(holder.firstNames).slice(0, 1)]
  return needed.length > 1 && needed.every((word) => words.has(word))
}

function wordsOf(text: string): string[] {
  const folded = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}
