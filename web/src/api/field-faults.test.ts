import { expect, test } from 'vitest'
import type { Failure } from './failure.ts'
import { faultsByField, faultsByPath, restOf } from './field-faults.ts'

const item = (field: string | null, message: string) => ({ field, path: field, message, detail: null })
const failure = (...items: Failure['items']): Failure => ({ title: 'Refused', message: 'No.', items })

test('the first error of the server on a field is shown there', () => {
  const faults = faultsByField(failure(item('name', 'first'), item('name', 'second'), item(null, 'all of it')))
  expect(faults).toEqual({ name: 'first' })
})

test('the first error of the server on a member of a group is shown at its path', () => {
  const at = (path: string | null, message: string) => ({ ...item('radius_m', message), path })
  const faults = faultsByPath(
    failure(at('positions.radius_m', 'first'), at('positions.radius_m', 'second'), at(null, 'all')),
  )
  expect(faults).toEqual({ 'positions.radius_m': 'first' })
})

test('a rejection shown at fields is not repeated, any other is shown', () => {
  expect(restOf(failure(item('name', 'x')), ['name'])).toBeUndefined()
  expect(restOf(failure(item('rank', 'x')), ['name'])?.message).toBe('No.')
  expect(restOf(failure(), ['name'])?.message).toBe('No.')
  expect(restOf(undefined, ['name'])).toBeUndefined()
})
