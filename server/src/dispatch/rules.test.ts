import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from './payloads/difference.rules.ts'
import {
  type Choosable,
  chooseForAccount,
  chooseForLocation,
  chooseForTrip,
  type LastMessage,
  nextOperation,
} from './rules.ts'

const destination = (kind: Choosable['kind'], members: Partial<Choosable> = {}): Choosable => ({
  kind,
  subcontractor_id: null,
  location_id: null,
  account_code: null,
  ...members,
})
const none = new Set<string>()

describe('the choice of a destination', () => {
  test('DISP-1: a trip goes to its subcontractor, whose own destination takes precedence over a general one', () => {
    const own = destination('SUBCO', { subcontractor_id: 'a' })
    const all = destination('SUBCO')
    const list = [destination('FLEET'), all, own]
    expect(chooseForTrip(list, { partner_id: 'a', codes: none })).toBe(own)
    expect(chooseForTrip(list, { partner_id: 'b', codes: none })).toBe(all)
    expect(chooseForTrip([own], { partner_id: 'b', codes: none })).toBeUndefined()
  })

  test('DISP-1: a trip of our own goes to the application that has its resources', () => {
    const knows = destination('FLEET', { account_code: 'obu' })
    const all = destination('FLEET')
    const list = [destination('SUBCO'), all, knows]
    expect(chooseForTrip(list, { partner_id: null, codes: new Set(['obu']) })).toBe(knows)
    expect(chooseForTrip(list, { partner_id: null, codes: none })).toBe(all)
    expect(chooseForTrip([knows], { partner_id: null, codes: none })).toBeUndefined()
  })

  test('LB-1, IM-1: bookings go to the destination of the location or account, else to the general one', () => {
    const place = destination('LOCATION_BOOKING', { location_id: 'x' })
    const places = destination('LOCATION_BOOKING')
    expect(chooseForLocation([places, place], 'x')).toBe(place)
    expect(chooseForLocation([places, place], 'y')).toBe(places)
    const account = destination('INTERMODAL', { account_code: '7' })
    const carriers = destination('INTERMODAL')
    expect(chooseForAccount([carriers, account], '7')).toBe(account)
    expect(chooseForAccount([carriers, account], null)).toBe(carriers)
    expect(chooseForAccount([account], null)).toBeUndefined()
  })
})

describe('reported messages', () => {
  const last = (operation: LastMessage['operation'], payload: Json, isRefused = false): LastMessage => ({
    operation,
    payload,
    isRefused,
  })

  test('DISP-1: CREATE, UPDATE, CANCEL, and CREATE again', () => {
    expect(nextOperation(undefined, { a: 1 })).toBe('CREATE')
    expect(nextOperation(last('CREATE', { a: 1 }), { a: 1 })).toBeUndefined()
    expect(nextOperation(last('CREATE', { a: 1 }), { a: 2 })).toBe('UPDATE')
    expect(nextOperation(last('UPDATE', { a: 2 }), null)).toBe('CANCEL')
    expect(nextOperation(last('CANCEL', { a: 2 }), null)).toBeUndefined()
    expect(nextOperation(last('CANCEL', { a: 2 }), { a: 2 })).toBe('CREATE')
  })

  test('DISP-4: a receiver that refused a trip is treated as not having it', () => {
    expect(nextOperation(last('CREATE', { a: 1 }, true), { a: 2 })).toBe('CREATE')
    expect(nextOperation(last('CREATE', { a: 1 }, true), null)).toBeUndefined()
  })

  test('a booking status reported by the other side sends no message back', () => {
    const before = { booking: { name: 'B', booking_reference: null } }
    const reported = { booking: { name: 'B', booking_reference: 'X1', execution_data: { skip_dispatch: false } } }
    expect(nextOperation(last('CREATE', before), reported)).toBeUndefined()
    expect(nextOperation(last('CREATE', before), { booking: { name: 'C' } })).toBe('UPDATE')
  })

  test('DISP-1: after any sequence, a receiver that accepts everything ends with the right version', () => {
    const inputs = fc.array(fc.option(fc.integer({ min: 1, max: 3 })), { maxLength: 20 })
    fc.assert(
      fc.property(inputs, (targets) => {
        let reported: LastMessage | undefined
        let receiver: Json = null
        for (const input of targets) {
          const payload = input === null ? null : { value: input }
          const operation = nextOperation(reported, payload)
          // Each operation must be valid for its receiver.
          if (operation === 'CREATE') expect(receiver).toBeNull()
          if (operation === 'UPDATE' || operation === 'CANCEL') expect(receiver).not.toBeNull()
          if (operation === 'UPDATE') expect(payload).not.toEqual(receiver)
          if (operation !== undefined) {
            receiver = operation === 'CANCEL' ? null : payload
            reported = { operation, payload: payload ?? reported!.payload, isRefused: false }
          }
          expect(receiver).toEqual(payload)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
