import { canonicalOrder } from '@cartage/contract/orders/canonical'
import { OrderUpload } from '@cartage/contract/orders/order-input'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { locationKey } from '../locations/rules.ts'
import { containerNumberWarning } from '../resources/container-number.rules.ts'
import { exampleOrders } from '../testing/data/orders.ts'
import { adrNames } from './adr-names.rules.ts'
import { matchConfigured, nearestSentence } from './matching.rules.ts'
import { unNumbers } from './un-numbers.rules.ts'
import { uploadText } from './uploads/text.rules.ts'

describe('small rules', () => {
  test('ISO 6346: the check digits of known containers', () => {
    expect(containerNumberWarning('CSQU 305438-3')).toBeUndefined()
    expect(containerNumberWarning('msku1234565')).toBeUndefined()
    expect(String(containerNumberWarning('CSQU3054384'))).toContain('should be 3')
    expect(String(containerNumberWarning('MSKU1234560'))).toContain('should be 5')
    expect(String(containerNumberWarning('SWAP BODY 7'))).toContain('saved unchanged')
    expect(String(containerNumberWarning('trailer Z123456'))).toContain('not a valid container number')
    expect(String(containerNumberWarning('MSKZ123456'))).toContain('not a valid container number')
  })

  test('the canonical text of an upload is the same for the same content, in any order of members', () => {
    fc.assert(
      fc.property(fc.constantFrom(...exampleOrders()), fc.infiniteStream(fc.nat()), (example, numbers) => {
        const textOf = (body: unknown) => uploadText(canonicalOrder(OrderUpload.parse(body))).body
        expect(textOf(shuffled(example.body, numbers))).toBe(textOf(example.body))
      }),
    )
  })

  test('the key of a place ignores case, spaces and punctuation, and nothing else', () => {
    const key = (location: Parameters<typeof locationKey>[0]) => locationKey(location).toString('hex')
    const place = { name: 'Mill', address: 'Street 1', city: 'Gent', country: 'BE' }
    expect(key({ ...place, name: ' MILL.', address: 'street  1,' })).toBe(key(place))
    for (const name of ['name', 'address', 'postal_code', 'city', 'country'] as const) {
      expect(key({ ...place, [name]: 'other' })).not.toBe(key(place))
    }
    expect(key({ name: 'a', address: 'b' })).not.toBe(key({ name: 'a b' }))
  })

  test('a code takes precedence over a name, and suggestions begin with the nearest', () => {
    const known = [
      { code: 'A', name: 'First' },
      { code: 'B', name: 'A' },
    ]
    expect(matchConfigured(known, { code: 'a' })).toBe(known[0])
    expect(matchConfigured(known, { code: 'A', name: 'A' })).toBe(known[0])
    expect(matchConfigured(known, { code: 'X', name: 'a' })).toBe(known[1])
    expect(matchConfigured(known, { code: 'X' })).toBeUndefined()
    const services = ['LTL', 'FTL', 'CONTAINER', 'GENERAL'].map((code) => ({ code, name: code }))
    expect(nearestSentence(services, { code: 'CONTAINR' })).toMatch(/: CONTAINER, /)
    expect(nearestSentence([], { code: 'X' })).toContain('None is configured')
  })

  test('GOOD-4: the table of UN numbers is sorted, unique and complete in every locale', () => {
    const numbers = Object.keys(unNumbers)
    expect(numbers.length).toBeGreaterThanOrEqual(150)
    expect(numbers).toEqual(numbers.toSorted())
    for (const number of numbers) {
      expect(number).toMatch(/^\d{4}$/)
      expect(unNumbers[number]!.every((name) => name.length > 2)).toBe(true)
    }
    expect(adrNames('UN 1203')).toEqual({ en: 'PETROL', de: 'BENZIN', fr: 'ESSENCE', nl: 'BENZINE' })
    expect(adrNames('0000')).toBeUndefined()
    expect(adrNames('constructor')).toBeUndefined()
  })
})

/** A copy with the members of every object in random order. */
function shuffled(value: unknown, numbers: Iterator<number>): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, numbers))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => ({
    name,
    member,
    place: numbers.next().value as number,
  }))
  members.sort((one, other) => one.place - other.place)
  return Object.fromEntries(members.map(({ name, member }) => [name, shuffled(member, numbers)]))
}
