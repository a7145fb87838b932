import type { DriverAct } from '@cartage/contract/doors/app/driver'
import { describe, expect, test } from 'vitest'
import { actTimes, detailOf, documentOf, outcomeOf, placeFault, reportOf, sealField } from './act.rules.ts'

const at = (text: string) => `2026-02-02T${text}.000Z`
const actOf = (members: object) =>
  ({ act_id: 'a', stop_id: 's', happened_at: at('08:00:00'), clock_offset_ms: null, ...members }) as DriverAct

describe('DOOR-3: the time of an act', () => {
  test.each([
    // clock offset on the phone, sent, arrived, expected time, offset used
    [0, '09:00:00', '09:00:02', '08:00:00', 0],
    [2_000, '09:00:00', '09:00:02', '08:00:00', 2_000],
    [3_600_000, '09:00:00', '10:00:00', '09:00:00', 3_600_000],
    [-600_000, '09:00:00', '09:00:01', '07:50:00', -600_000],
    // Offset unknown to the phone: derived from the time between sending and arrival.
    [null, '09:00:00', '09:30:00', '08:30:00', 1_800_000],
    [null, '09:00:00', '09:00:03', '08:00:00', 3_000],
    // The clock was corrected before sending: the offset at the time of the act counts.
    [3_600_000, '09:05:00', '09:05:01', '09:00:00', 3_600_000],
  ])('clock %s, sent %s, arrived %s: %s', (clock_offset_ms, sent, arrived, happened, offset) => {
    expect(actTimes(actOf({ clock_offset_ms }), at(sent), at(arrived))).toEqual({
      happened_at: at(happened),
      device_at: at('08:00:00'),
      sent_at: at(sent),
      received_at: at(arrived),
      clock_offset_ms: offset,
      is_uncertain: false,
    })
  })

  test.each([
    // clock offset on the phone, sent, arrived, previous report, expected time, offset used
    ['it lies ahead', 2_400_000, '08:10:00', '08:10:01', null, '08:00:00', 1_000],
    ['it breaks the order', -2_400_000, '08:10:00', '08:10:01', '07:50:00', '08:00:00', 1_000],
    ['neither clock fits', 0, '08:10:00', '08:10:01', '08:05:00', '08:05:00', 0],
    ['neither clock fits, and nothing came before', 0, '07:00:00', '07:00:01', null, '07:00:01', 0],
  ])('the stored clock offset is outdated: %s', (_why, clock_offset_ms, sent, arrived, before, happened, offset) => {
    const known = { after: before && at(before), earliest: null }
    expect(actTimes(actOf({ clock_offset_ms }), at(sent), at(arrived), known)).toMatchObject({
      ...{ happened_at: at(happened), clock_offset_ms: offset, is_uncertain: true },
    })
  })

  test('an act timed before the previous one gets that time, and none is later than its arrival', () => {
    const times = (arrived: string, after: string | null) =>
      actTimes(actOf({ clock_offset_ms: 0 }), at('08:00:00'), at(arrived), { after, earliest: null })
    expect(times('08:01:00', at('08:00:20'))).toMatchObject({ happened_at: at('08:00:20'), is_uncertain: false })
    expect(times('07:59:30', null)).toMatchObject({ happened_at: at('07:59:30'), is_uncertain: false })
  })

  test('a stored act states when its time is an estimate', () => {
    expect(detailOf(actOf({ kind: 'REMARK', text: 'x' }), { is_uncertain: true })).toEqual({
      ...{ text: 'x', is_time_uncertain: true },
    })
    expect(detailOf(actOf({ kind: 'ARRIVE' }), { is_uncertain: false })).toEqual({})
  })
})

describe('the effect of an act', () => {
  test('arrival and departure move the stop, the end of loading does not', () => {
    const statusOf = (kind: string) => reportOf(actOf({ kind }), at('08:00:00'))?.status
    expect(['ARRIVE', 'DONE', 'LEAVE', 'REMARK'].map(statusOf)).toEqual(['AT_STOP', undefined, 'COMPLETED', undefined])
  })

  test('a signature proves the event at the stop, and its file name does not contain the signer', () => {
    const signed = actOf({ kind: 'SIGNATURE', signed_by: 'J. Peeters /../' })
    expect(documentOf(signed, 'PICKUP')).toEqual({ type: 'PROOF_OF_PICKUP_SIGNED', name: 'Signature.png' })
    expect(documentOf(signed, 'DELIVERY')?.type).toBe('PROOF_OF_DELIVERY_SIGNED')
    expect(documentOf(actOf({ kind: 'PHOTO', document_type: 'CMR' }), 'PICKUP')).toEqual({
      type: 'CMR',
      name: 'CMR.jpg',
    })
    expect(documentOf(actOf({ kind: 'ARRIVE' }), 'PICKUP')).toBeUndefined()
  })

  test('seals belong to the container if there is one', () => {
    expect([true, false].map(sealField)).toEqual(['order.container.seal_number', 'stop.custom_fields.seal_number'])
  })

  test('a stop of another driver is refused, and accepted when a planner runs it again; a stop without a trip never is', () => {
    expect(placeFault({ trip_id: 't', is_own: true }, false)).toBeUndefined()
    expect(placeFault({ trip_id: 't', is_own: false }, false)).toMatch(/another driver/)
    expect(placeFault({ trip_id: 't', is_own: false }, true)).toBeUndefined()
    expect(placeFault(undefined, true)).toMatch(/not planned/)
  })

  test.each([
    [undefined, 'APPLIED'],
    [{ stop_id: 's', outcome: 'KEPT' as const }, 'KEPT'],
    [{ stop_id: 's', outcome: 'REFUSED' as const, reason: 'early' }, 'REFUSED'],
    [{ stop_id: 's', outcome: 'UNKNOWN' as const }, 'REFUSED'],
  ])('a report %o is answered %s', (reported, outcome) => {
    expect(outcomeOf(reported)).toMatchObject({ outcome, reason: outcome === 'REFUSED' ? expect.any(String) : null })
  })
})
