import { msg, type Sentence } from '@cartage/contract/message'
import type { DriverCard } from './card/rules.ts'

/** A possible holder of a card. */
export interface Candidate {
  resource_id: string
  name: string
  first_name: string | null
  last_name: string | null
  /** Reason for the match: an earlier card, a card number in a custom field, or the date of birth. */
  by: 'CARD' | 'NUMBER' | 'BIRTH'
}

/** The custom field of a driver with the card number. */
export const cardNumberField = 'driver_card_number'

/** Inbox data of a card. */
export interface CardItem {
  card_number: string
  country: string | null
  surname: string
  first_names: string
  date_of_birth: string | null
  first_day: string
  last_day: string
}

/** Creates the inbox data of a card. */
export function itemOf({ card, holder, days }: DriverCard): CardItem {
  return {
    ...{ card_number: card.number, country: card.nation },
    ...{ surname: holder.surname, first_names: holder.firstNames, date_of_birth: holder.birthDate },
    ...{ first_day: days[0]!.date, last_day: days.at(-1)!.date },
  }
}

/** Identifies a card. */
type NumberedCard = Pick<DriverCard['card'], 'nation' | 'number'>

/** Country and the 14 characters for the driver; two more count replacements and renewals. */
export function keyOf({ card }: { card: NumberedCard }): string {
  return `${card.nation ?? ''}:${plain(card.number).slice(0, 14)}`
}

/** The card number without the characters that a renewal changes, as compared with the custom field. */
export function numberOf({ card }: { card: NumberedCard }): string {
  return plain(card.number).slice(0, 14)
}

function plain(text: string): string {
  return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}

/**
 * Matches a card to a driver (TACHO-6): by an earlier card, else by its number, else by a unique date of birth and
 * name. Otherwise returns why it waits.
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

/** Candidates with an earlier card, otherwise those with its number. */
function surest(candidates: readonly Candidate[]): readonly Candidate[] {
  const of = (by: Candidate['by']) => candidates.filter((one) => one.by === by)
  const before = of('CARD')
  return before.length > 0 ? before : of('NUMBER')
}

/** The only driver identified by the card alone: a vehicle unit has no other data (TACHO-12). */
export function knownOwner(candidates: readonly Candidate[]): Candidate | undefined {
  const found = surest(candidates)
  return found.length === 1 ? found[0] : undefined
}

function several({ card }: DriverCard): Sentence {
  return msg`Several drivers may have the card ${card.number}. Choose the driver.`
}

/** The name contains all words of the surname and the first of the first names, regardless of order and accents. */
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
