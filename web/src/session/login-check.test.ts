import { expect, test } from 'vitest'
import type { Failure } from '../shell/failure.ts'
import { faultsOf, firstFault, loginFaults } from './login-check.ts'

test('an empty form names both fields and puts the cursor into the first', () => {
  const faults = loginFaults(' ', '')
  expect(faults).toEqual({ email: 'Enter your e-mail address.', password: 'Enter your password.' })
  expect(firstFault(faults)).toBe('email')
})

test('half an address is told before anything is sent', () => {
  expect(loginFaults('piet', 'x').email).toContain('whole address')
})

test('spaces around the address are forgiven, a password of spaces is a password', () => {
  expect(loginFaults('  piet@haulier.example ', ' ')).toEqual({})
})

test('the remarks of the server stand at their fields; the first per field wins, others are left to the panel', () => {
  const failure: Failure = {
    title: 'The request was refused',
    message: 'Name the company.',
    items: [
      { message: 'Name the company.', field: 'tenant_slug', path: 'tenant_slug', detail: null },
      { message: 'Second remark.', field: 'tenant_slug', path: 'tenant_slug', detail: null },
      { message: 'About all of it.', field: null, path: null, detail: null },
    ],
  }
  expect(faultsOf(failure)).toEqual({ tenant_slug: 'Name the company.' })
})
