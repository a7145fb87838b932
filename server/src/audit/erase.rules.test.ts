import fc from 'fast-check'
import { expect, test } from 'vitest'
import { erasedMark, membersWith, withoutMembers } from './erase.rules.ts'

const names = new Set(['email', 'emails'])

test('AUDIT-7: members with a given name are erased at any depth, and a value without them is unchanged', () => {
  const given = { a: 1, email: 'x', stops: [{ email: null, city: 'Gent' }, { city: 'Lille' }] }
  expect(withoutMembers(given, names)).toEqual({ a: 1, stops: [{ city: 'Gent' }, { city: 'Lille' }] })
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const after = withoutMembers(value, names)
      expect(withoutMembers(after, names)).toBe(after)
      if (after !== value) expect(JSON.stringify(value)).toMatch(/"emails?":/)
    }),
  )
})

test('AUDIT-7: a name may apply only inside a certain parent', () => {
  const signers = new Set(['signatures.name'])
  const given = { name: 'Order', signatures: [{ type: 'CONSIGNEE', name: 'J. Peeters' }] }
  expect(withoutMembers(given, signers)).toEqual({ name: 'Order', signatures: [{ type: 'CONSIGNEE' }] })
  const changes = {
    'consignments.0.signatures.1.name': { before: null, after: 'J. Peeters' },
    'consignments.0.signatures': { before: null, after: [{ name: 'J. Peeters' }] },
    'consignments.0.name': { before: null, after: 'Boxes' },
  }
  expect(membersWith(changes, signers)).toEqual(Object.keys(changes).slice(0, 2))
})

test('AUDIT-7: a member is erased by its name, its last part or its content, and only once', () => {
  const changes = {
    'stops.0.email': { before: null, after: 'x' },
    'contact.emails.1': { before: 'x', after: null },
    stop: { before: null, after: { email: 'x' } },
    city: { before: 'Gent', after: 'Lille' },
    email: { before: erasedMark, after: null },
    name: { before: null, after: 'Ann' },
  }
  expect(membersWith(changes, names)).toEqual(['stops.0.email', 'contact.emails.1', 'stop'])
  expect(membersWith(changes, names, new Set(['name']))).toContain('name')
})
