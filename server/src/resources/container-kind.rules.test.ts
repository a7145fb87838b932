import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { containerKind, kindOf, teuOf } from './container-kind.rules.ts'

const dry = (feet: number | null) => ({ feet, is_reefer: false })
const cold = (feet: number | null) => ({ feet, is_reefer: true })

const table: readonly [text: string, kind: ReturnType<typeof kindOf>][] = [
  ['40HC', dry(40)],
  ['40HQ', dry(40)],
  ['45HC', dry(45)],
  ['45HQ', dry(45)],
  ['20DV', dry(20)],
  ['20GP', dry(20)],
  ['40GP', dry(40)],
  ['40OT', dry(40)],
  ['20TK', dry(20)],
  ['45PW', dry(45)],
  ['40RF', cold(40)],
  ['40RH', cold(40)],
  ['20RF', cold(20)],
  ['40 ft HC', dry(40)],
  ["40' high cube", dry(40)],
  ['HC40', dry(40)],
  ["40' reefer high cube", cold(40)],
  ['22G1', dry(20)],
  ['42G1', dry(40)],
  ['45G1', dry(40)],
  ['45GP', dry(40)],
  ['45R1', cold(40)],
  ['42H0', cold(40)],
  ['L5G1', dry(45)],
  ['L5R1', cold(45)],
  ['22T6', dry(20)],
  ['25U6', dry(20)],
  ['C722', dry(null)],
  ['FEET_30', dry(30)],
  ["20'", dry(20)],
  ['reefer', cold(null)],
  ['', dry(null)],
]

describe('kinds of container', () => {
  test.each(table)('FIT-1: %s', (text, kind) => {
    expect(kindOf(text)).toEqual(kind)
    expect(kindOf(text.toLowerCase())).toEqual(kind)
  })

  test('FIT-1: the settings of the tenant take precedence over common names, and the most exact text comes first', () => {
    const types = { Box: 'L5G1', '40hc': '45R1', "40' special": '45G1' }
    expect(containerKind({ code: 'BOX' }, types)).toEqual(dry(45))
    expect(containerKind({ code: '40HC' }, types)).toEqual(cold(40))
    expect(containerKind({ code: '40HC' }, {})).toEqual(dry(40))
    expect(containerKind({ name: "40' Special" }, types)).toEqual(dry(40))
    expect(containerKind({ container_iso_code: '22G1', code: '40HC' }, types)).toEqual(dry(20))
    expect(containerKind({ container_iso_code: 'unknown', code: '45HC' }, {})).toEqual(dry(45))
    expect(containerKind({ code: 'reefer' }, {})).toEqual(cold(null))
    expect(containerKind(null, types)).toEqual(dry(null))
  })

  test('FIT-1: the first two digits of a common name are its length, and only a reefer cools', () => {
    const feet = fc.constantFrom(20, 40, 45)
    const dryNames = fc.constantFrom('HC', 'HQ', 'DV', 'DC', 'OT', 'FR', 'TK', 'PW')
    const separator = fc.constantFrom('', ' ', '-', "'", 'ft ')
    fc.assert(
      fc.property(feet, separator, dryNames, (length, between, name) => {
        expect(kindOf(`${length}${between}${name}`)).toEqual(dry(length))
      }),
    )
    fc.assert(
      fc.property(feet, separator, fc.constantFrom('RF', 'RH', 'RQ', 'REEFER'), (length, between, name) => {
        expect(kindOf(`${length}${between}${name}`)).toEqual(cold(length))
      }),
    )
  })

  test('FIT-1: a container takes one unit of room up to 20 feet, else two', () => {
    expect([20, 23, 40, 45].map(teuOf)).toEqual([1, 2, 2, 2])
  })
})
