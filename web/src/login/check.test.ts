import { i18n } from '@lingui/core'
import { expect, test } from 'vitest'
import type { Failure } from '../api/failure.ts'
import { faultsOf, firstFault, loginFaults, tenantChoices } from './check.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })

test('an empty form marks both fields and puts the cursor into the first', () => {
  const faults = loginFaults(' ', '')
  expect(faults).toEqual({ email: 'Enter your e-mail address.', password: 'Enter your password.' })
  expect(firstFault(faults)).toBe('email')
})

test('half an address is refused before anything is sent', () => {
  expect(loginFaults('piet', 'x').email).toContain('full address')
})

test('spaces around the address are ignored, a password of spaces is a password', () => {
  expect(loginFaults('  piet@haulier.example ', ' ')).toEqual({})
})

const refused = (items: Failure['items'], code?: string): Failure => ({
  title: 'Request rejected',
  message: 'Look again.',
  ...(code !== undefined && { code }),
  items,
})

test('errors of the server are shown at their fields; the first per field wins, others are left to the panel', () => {
  const failure = refused([
    { message: 'Type the address.', field: 'email', path: 'email', detail: null },
    { message: 'Second remark.', field: 'email', path: 'email', detail: null },
    { message: 'About all of it.', field: null, path: null, detail: null },
  ])
  expect(faultsOf(failure)).toEqual({ email: 'Type the address.' })
})

test('when the password fits several organisations, the server lists them and the form offers them', () => {
  const item = { message: 'De Lange Transport', field: 'tenant_slug', path: 'tenant_slug', detail: 'lange' }
  expect(tenantChoices(refused([item], 'tenant_required'))).toEqual([{ slug: 'lange', name: 'De Lange Transport' }])
  expect(tenantChoices(refused([item], 'validation_failed'))).toEqual([])
})
