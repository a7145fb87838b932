import { afterEach, expect } from 'vitest'
import { faultsOf } from './document.ts'
import { takeExchanges } from './http.ts'

/** Every exchange of a test must conform to the OpenAPI document. */
afterEach(() => {
  const faults = takeExchanges().flatMap(faultsOf)
  expect(faults, 'exchanges that differ from the OpenAPI document').toEqual([])
})
