import { describe, expect, test } from 'vitest'
import { readWords } from './entered.rules.ts'
import { tenantKinds } from './kinds.rules.ts'

const kindOf = (name: string) => tenantKinds.find(({ kind }) => kind === name)!

describe('members typed at the command line', () => {
  test('are text as it stands, or JSON where the member is no text', () => {
    const words = ['code=PALLET', 'name=Pallet = europallet', 'rank=7', 'sizes=[{"code":"EUR","name":"Euro"}]']
    expect(readWords(kindOf('packaging_types'), words)).toEqual({
      code: 'PALLET',
      name: 'Pallet = europallet',
      rank: 7,
      sizes: [{ code: 'EUR', name: 'Euro' }],
    })
    expect(readWords(kindOf('number_ranges'), ['billing_entity=NL', 'code=7'])).toEqual({
      billing_entity: 'NL',
      code: '7',
    })
  })

  test('are null when nothing follows and the member may be null, else empty text', () => {
    expect(readWords(kindOf('container_types'), ['iso_code='])).toEqual({ iso_code: null })
    expect(readWords(kindOf('number_ranges'), ['prefix=', 'billing_entity='])).toEqual({
      prefix: '',
      billing_entity: null,
    })
  })

  test.each<[string, RegExp]>([
    ['nmae=A', /extras have no member "nmae"\. There are: code, name, rank, description\./],
    ['constructor=A', /no member "constructor"/],
    ['__proto__={}', /no member "__proto__"/],
    ['rank=first', /The value of rank must be JSON/],
    ['code', /"code" is no member: write member=value/],
    ['=A', /"=A" is no member/],
  ])('that cannot be read are told in a sentence: %s', (word, sentence) => {
    expect(readWords(kindOf('extras'), [word])).toMatch(sentence)
  })
})
