import { describe, expect, test } from 'vitest'
import { dangerousGood, paperGood } from '../testing/data/papers.ts'
import { dangerLines, entryOf, isComplete } from './adr.rules.ts'

/** An entry with its non-breaking spaces replaced by spaces. */
const entry = (...given: Parameters<typeof entryOf>) => entryOf(...given).replaceAll('\u00a0', ' ')
const lines = (...given: Parameters<typeof dangerLines>) =>
  dangerLines(...given).map((text) => text.replaceAll('\u00a0', ' '))

describe('the entry of dangerous goods on a transport document', () => {
  test('PAPER-5: has number, name, labels, packing group and tunnel code in the sequence of ADR 5.4.1.1.1', () => {
    const adr = dangerousGood().packaged_items![0]!.adr!
    expect(entry(adr, 'en')).toBe('UN 1098 ALLYL ALCOHOL, 6.1 (3), PG I, (C/D)')
    expect(entry(adr, 'fr')).toBe('UN 1098 ALCOOL ALLYLIQUE, 6.1 (3), PG I, (C/D)')
    const technical_name_by_locale = { en: 'drazoxolon', 'nl-BE': 'drazoxolon (nl)' }
    const pesticide = { un_number: 'UN2902', name: 'PESTICIDE, LIQUID, TOXIC, N.O.S.', technical_name_by_locale }
    expect(entry({ ...pesticide, adr_class: '6.1', packing_group: 'PG III' }, 'nl')).toBe(
      'UN 2902 PESTICIDE, LIQUID, TOXIC, N.O.S. (drazoxolon (nl)), 6.1, PG III',
    )
  })

  test('PAPER-5: explosives have their classification code, gases and explosives no packing group', () => {
    const firework = { un_number: '0336', name: 'FIREWORKS', adr_class: '1', classification_code: '1.4G' }
    expect(entry({ ...firework, packing_group: 'II', tunnel_code: 'E' }, 'en')).toBe('UN 0336 FIREWORKS, 1.4G, (E)')
    const gas = {
      un_number: '1965',
      name: 'HYDROCARBON GAS MIXTURE',
      adr_class: '2',
      division: '2.1',
      tunnel_code: '(B/D)',
    }
    expect(entry(gas, 'en')).toBe('UN 1965 HYDROCARBON GAS MIXTURE, 2.1, (B/D)')
  })

  test('PAPER-5: ends with the mark for environmentally hazardous substances, unless the name includes it', () => {
    const adr = { un_number: '1263', name: 'PAINT', adr_class: '3', labels: '3+ENV', packing_group: 'III' }
    expect(entry(adr, 'en')).toBe('UN 1263 PAINT, 3, PG III, ENVIRONMENTALLY HAZARDOUS')
    expect(entry(adr, 'de')).toContain('UMWELTGEFÄHRDEND')
    expect(entry({ ...adr, un_number: '3082', adr_class: '9', labels: '9+ENV' }, 'en')).not.toContain('ENVIRONMENT')
  })

  test('PAPER-5: is followed by packages and quantity, and repeated in a language that every authority reads', () => {
    expect(lines(dangerousGood(), 'nl', 'en')).toEqual([
      'UN 1098 ALLYLALCOHOL, 6.1 (3), PG I, (C/D) · 4 × vat, 800 kg bruto, 760,25 kg netto',
      'UN 1098 ALLYL ALCOHOL, 6.1 (3), PG I, (C/D)',
      'Noodnummer: +32 9 111 22 33',
    ])
    expect(lines(dangerousGood(), 'de', 'en')).toHaveLength(2)
  })

  test('PAPER-5: limited quantities are marked as such, and other goods have no line', () => {
    const limited = dangerLines(dangerousGood({ adr_type: 'LIMITED_QUANTITY' }), 'en', 'fr')
    expect(limited).toEqual(['Dangerous goods in limited quantities (ADR 3.4): UN 1098'])
    expect(dangerLines(paperGood(), 'en', 'fr')).toEqual([])
  })

  test('PAPER-8: is complete with number, name and class', () => {
    expect(isComplete({ un_number: '1203', name: 'PETROL', adr_class: '3' })).toBe(true)
    expect(isComplete({ un_number: '1203', adr_class: '3' })).toBe(false)
    expect(isComplete({ name: 'PETROL', adr_class: '3' })).toBe(false)
    expect(isComplete({ un_number: '1203', name: 'PETROL' })).toBe(false)
  })
})
