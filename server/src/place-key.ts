import { createHash } from 'node:crypto'
import { foldText } from '@cartage/contract/reading/fold'
import { countryKey } from './countries.ts'

/** Names that identify a place. */
export interface PlaceNames {
  name?: string | null | undefined
  address?: string | null | undefined
  postal_code?: string | null | undefined
  city?: string | null | undefined
  country?: string | null | undefined
}

/**
 * Key of a place: SHA-256 of its name, address, postal code, city and country, folded (SEARCH-6), without spaces and
 * punctuation, which people write differently each time, and with the country as a code (SEARCH-8).
 */
export function placeKey({ name, address, postal_code, city, country }: PlaceNames): Buffer {
  const code = countryKey(country).toLowerCase()
  return hashOf([...[name, address, postal_code, city].map(folded), folded(code)])
}

function folded(text: string | null | undefined): string {
  return text ? foldText(text.replace(/[.,;]+/g, ' ')) : ''
}

/** Key of a place as computed before names were folded. */
export function formerPlaceKey({ name, address, postal_code, city, country }: PlaceNames): Buffer {
  return hashOf([name, address, postal_code, city, country].map(lowered))
}

function lowered(text: string | null | undefined): string {
  if (!text) return ''
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.,;]+/g, ' ')
    .trim()
}

function hashOf(texts: readonly string[]): Buffer {
  return createHash('sha256').update(texts.join('\u001f')).digest()
}
