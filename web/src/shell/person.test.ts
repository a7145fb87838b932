import { userRoles } from '@cartage/contract/endpoint'
import { expect, test } from 'vitest'
import { roleLabels } from '../session/role.labels.ts'
import { initialsOf } from './person.ts'

test.each([
  ['Ilse Verhoeven', 'IV'],
  ['  jan van der berg ', 'JB'],
  ['Ömer', 'Ö'],
  ['𝒜da Lovelace', '𝒜L'],
  ['', '?'],
])('the initials of %j are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('every role has a label', () => {
  for (const role of userRoles) expect(roleLabels[role]?.message).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/)
})
