import { describe, expect, test } from 'vitest'
import { readEntered } from './entered.rules.ts'
import { tenantKinds } from './kinds.rules.ts'

const kindOf = (name: string) => tenantKinds.find(({ kind }) => kind === name)!

describe('members typed at the command line', () => {
  test('are plain text, or JSON where the member is not text', () => {
    const words = ['code=PALLET', 'name=Pallet = europallet', 'rank=7', 'sizes=[{"code":"EUR","name":"Euro"}]']
    expect(readEntered(kindOf('packaging_types'), words)).toEqual({
      code: 'PALLET',
      name: 'Pallet = europallet',
      rank: 7,
      sizes: [{ code: 'EUR', name: 'Euro' }],
    })
    expect(readEntered(kindOf('number_ranges'), ['billing_entity=NL', 'code=7'])).toEqual({
      billing_entity: 'NL',
      code: '7',
    })
  })

  test('are null when the value is empty and the member may be null, else empty text', () => {
    expect(readEntered(kindOf('container_types'), ['iso_code='])).toEqual({ iso_code: null })
    expect(readEntered(kindOf('number_ranges'), ['prefix=', 'billing_entity='])).toEqual({
      prefix: '',
      billing_entity: null,
    })
  })

  describe('of a list', () => {
    const sizes = [
      { code: 'EUR', name: 'Euro' },
      { code: 'IND', name: 'Industrial' },
    ]
    const edit = (...words: string[]) => readEntered(kindOf('packaging_types'), words, { code: 'PALLET', sizes })

    test('change one entry alone, by its code', () => {
      expect(edit('sizes.EUR.name=Euro pallet')).toEqual({ sizes: [{ code: 'EUR', name: 'Euro pallet' }, sizes[1]] })
    })

    test('add and remove one entry, one word after the other', () => {
      expect(edit('sizes+={"code":"HALF","name":"Half"}', 'sizes-=IND', 'sizes.HALF.name=Half pallet')).toEqual({
        sizes: [sizes[0], { code: 'HALF', name: 'Half pallet' }],
      })
      expect(
        readEntered(kindOf('document_types'), ['subject_types+=TRIP', 'subject_types-=ORDER'], {
          subject_types: ['ORDER'],
        }),
      ).toEqual({
        subject_types: ['TRIP'],
      })
    })

    test.each<[string, RegExp]>([
      ['sizes.XXL.name=Large', /^sizes has no entry "XXL"\. There are: EUR, IND\.$/],
      ['sizes-=XXL', /no entry "XXL"/],
      ['name+=x', /^name of packaging_types is not a list: write name=value\.$/],
      ['seizes+=x', /no member "seizes\+"/],
    ])('that cannot be edited are reported in a sentence: %s', (word, sentence) => {
      expect(edit(word)).toMatch(sentence)
    })
  })

  test.each<[string, RegExp]>([
    ['nmae=A', /extras have no member "nmae"\. There are: code, name, rank, description\./],
    ['constructor=A', /no member "constructor"/],
    ['__proto__={}', /no member "__proto__"/],
    ['rank=first', /The value of rank must be JSON/],
    ['code', /"code" is no member: write member=value/],
    ['=A', /"=A" is no member/],
  ])('that cannot be read are reported in a sentence: %s', (word, sentence) => {
    expect(readEntered(kindOf('extras'), [word])).toMatch(sentence)
  })
})
