import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differencesOf, entriesOf, isSecretName } from './entries.rules.ts'
import { byOperator, type Change } from './rules.ts'

function changed(change: Partial<Change>): Change {
  return { entity_type: 'company', entity_id: '1', action: 'updated', before: null, after: null, ...change }
}

const recorded = (change: Partial<Change>) => entriesOf(byOperator, [changed(change)]).map((entry) => entry.changes)

describe('AUDIT-1, AUDIT-2: content of the trail', () => {
  test('changed members, before and after; absent and null are the same', () => {
    const before = { name: 'Jansen', vat: null, tags: ['a'], address: { city: 'Gent', street: 'x' } }
    const after = { name: 'Janssen', phone: undefined, tags: ['a'], address: { street: 'x', city: 'Brugge' } }
    expect(differencesOf(before, after)).toEqual({
      name: { before: 'Jansen', after: 'Janssen' },
      address: { before: { city: 'Gent', street: 'x' }, after: { city: 'Brugge', street: 'x' } },
    })
  })

  test('a change without an effect is left out, whatever the order of its members', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (members) => {
        const turned = Object.fromEntries(Object.entries(members).reverse())
        expect(recorded({ before: members, after: turned })).toEqual([])
        expect(recorded({ action: 'archived', before: members, after: members })).toEqual([])
      }),
    )
  })

  test('a creation, a removal and a rotation are recorded even without changed members', () => {
    expect(recorded({ action: 'created', after: {} })).toEqual(['{}'])
    expect(recorded({ action: 'deleted', before: {} })).toEqual(['{}'])
    expect(recorded({ action: 'rotated', before: {}, after: {} })).toEqual(['{}'])
  })

  test('secrets are never recorded, at any depth; the fact that one changed is', () => {
    const after = { name: 'x', client_secret: 'S1', receiver: { url: 'u', Password: 'S2', list: [{ apiKey: 'S3' }] } }
    expect(recorded({ action: 'created', after })).toEqual([
      '{"name":{"after":"x","before":null},"receiver":{"after":{"list":[{}],"url":"u"},"before":null}}',
    ])
    expect(recorded({ before: { pin_code: 'S1' }, after: { pin_code: 'S2' } })).toEqual(['{}'])
  })

  test('addresses lose the password and the keys in them', () => {
    const after = { url: 'https://me:S1@hook.example/in?api_key=S2&kind=a', other: 'https://hook.example/IN?kind=a' }
    expect(JSON.parse(recorded({ action: 'created', after })[0]!)).toEqual({
      url: { before: null, after: 'https://hook.example/in?kind=a' },
      other: { before: null, after: 'https://hook.example/IN?kind=a' },
    })
  })

  test('names of secrets are recognised in every spelling, and similar names are kept', () => {
    const secret = [
      'secret',
      'clientSecret',
      'client-secret',
      'password_hash',
      'API_KEY',
      'apiKey',
      'csrf_token',
      'pin',
    ]
    expect(secret.filter((name) => !isSecretName(name))).toEqual([])
    const open = ['name', 'credential_id', 'has_password', 'token_limits', 'tokenised', 'pinned', 'shipping', 'keys']
    expect(open.filter(isSecretName)).toEqual([])
  })

  test('a long value is recorded as its digest and its size', () => {
    const long = 'x'.repeat(3_000)
    const [text] = recorded({ before: { note: 'short' }, after: { note: long } })
    expect(JSON.parse(text!)).toEqual({
      note: { before: 'short', after: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/), bytes: 3_002 } },
    })
    const [other] = recorded({ before: { note: long }, after: { note: `${long}y` } })
    const { note } = JSON.parse(other!)
    expect(note.before.sha256).not.toBe(note.after.sha256)
  })

  test('members with the same names as built-in object members are kept', () => {
    const after = JSON.parse('{"__proto__":1,"constructor":2}')
    expect(JSON.parse(recorded({ action: 'created', after })[0]!)).toEqual(
      JSON.parse('{"__proto__":{"before":null,"after":1},"constructor":{"before":null,"after":2}}'),
    )
  })
})
