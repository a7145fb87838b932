import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Problem } from '../../http/problem.ts'
import { cardDay } from '../../testing/data/driver-card.ts'
import { type UnitVersion, vehicleUnitFile } from '../../testing/data/vehicle-unit.ts'
import type { CardUse } from './days.model.ts'
import { filledIn, stretchesByCard } from './drivers.rules.ts'
import { readUnitCards, readVehicleUnit, type VehicleUnit } from './rules.ts'

const anna: CardUse = {
  ...{ nation: 'NL', number: 'NL12345678901200', surname: 'de Vries', firstNames: 'Anna', isCoDriver: false },
  ...{ insertedAt: '2026-11-23T05:30:20Z', withdrawnAt: '2026-11-23T12:00:40Z' },
}
const jan: CardUse = { ...anna, number: 'NL99999999999900', firstNames: 'Jan', isCoDriver: true, withdrawnAt: null }

const changesOf = (...texts: string[]) => cardDay('2026-11-23', ...texts).changes
const coDriver = changesOf('05:30 REST', '09:00 DRIVING', '11:00 REST').map((one) => ({ ...one, isCoDriver: true }))
const driver = changesOf('00:00 REST', '06:00 DRIVING', '10:00 WORK', '12:00 REST')

const unit: VehicleUnit = {
  ...{ generation: 1, vehicle: { nation: 'NL', plate: '12-BCD-3' } },
  days: [
    {
      ...{ date: '2026-11-23', cards: [anna, jan] },
      changes: [...driver, ...coDriver].toSorted((one, other) => one.minute - other.minute),
    },
  ],
}

describe('TACHO-11: the download of a vehicle unit', () => {
  test.each<UnitVersion>(['G1', 'G2V1', 'G2V2'])(
    'of %s is read, and parts without relevance are skipped',
    (version) => {
      const generation = version === 'G1' ? 1 : 2
      // Version 1 of the second generation stores the plate without its country.
      const vehicle = version === 'G2V1' ? { nation: null, plate: '12-BCD-3' } : unit.vehicle
      expect(readVehicleUnit(vehicleUnitFile(unit, version))).toEqual({ ...unit, generation, vehicle })
    },
  )

  test('that is another file, truncated, or without activities is refused with one sentence', () => {
    const whole = vehicleUnitFile(unit)
    const reason = (bytes: Uint8Array) => {
      try {
        readVehicleUnit(bytes)
      } catch (error) {
        return String((error as Problem).message)
      }
      return 'read'
    }
    expect(reason(Buffer.from('Datum;Fahrer'))).toMatch(/^This is not the download of a vehicle unit/)
    expect(reason(whole.subarray(0, -200))).toMatch(/is not complete/)
    expect(reason(vehicleUnitFile({ ...unit, days: [] }))).toMatch(/holds no activities/)
    expect(reason(Buffer.concat([Buffer.from('7600', 'hex'), whole]))).toMatch(/is not complete/)
  })

  test('with any bytes changed is read or refused with a reason', () => {
    const files = (['G1', 'G2V1', 'G2V2'] as const).map((version) => vehicleUnitFile(unit, version))
    const edits = fc.array(fc.tuple(fc.nat(3_000), fc.nat(255)), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(fc.constantFrom(...files), edits, fc.nat(3_000), (file, changes, cut) => {
        const bytes = Buffer.from(cut < 300 ? file.subarray(0, file.length - cut) : file)
        for (const [at, value] of changes) bytes[at % bytes.length] = value
        try {
          for (const { stretches } of readUnitCards(bytes).cards) {
            for (const [at, { from, to }] of stretches.entries()) {
              expect(from < to && (stretches[at - 1]?.to ?? '') <= from).toBe(true)
            }
          }
        } catch (error) {
          expect(error).toBeInstanceOf(Problem)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

test('TACHO-12: each card has the activities of its slot while it was in it', () => {
  const found = stretchesByCard(unit.days).map(({ card, stretches }) => [
    card.firstNames,
    ...stretches.map(({ from, to, kind }) => `${from.slice(11, 16)} ${to.slice(11, 16)} ${kind}`),
  ])
  expect(found).toEqual([
    ['Anna', '05:30 06:00 REST', '06:00 10:00 DRIVING', '10:00 12:00 WORKING'],
    // The card was still inserted during the download: the last change has no end yet.
    ['Jan', '05:30 09:00 REST', '09:00 11:00 DRIVING'],
  ])
})

test('TACHO-12: the vehicle fills only time without card data, and gaps are unknown', () => {
  const part = (from: string, to: string, kind: 'DRIVING' | 'REST' | 'UNKNOWN') => ({
    ...{ from: `2026-11-23T${from}:00Z`, to: `2026-11-23T${to}:00Z`, kind, is_crew: false },
  })
  const known = [part('06:00', '08:00', 'REST'), part('08:00', '12:00', 'UNKNOWN')]
  const driven = [part('05:00', '07:00', 'DRIVING'), part('10:00', '11:00', 'DRIVING')]
  const found = filledIn(driven, known)
  expect(found).toEqual([
    ...[part('05:00', '06:00', 'DRIVING'), part('06:00', '08:00', 'REST'), part('08:00', '10:00', 'UNKNOWN')],
    part('10:00', '11:00', 'DRIVING'),
  ])
  expect(filledIn(driven, found)).toEqual([])
  // Another vehicle was driven in the meantime.
  expect(filledIn([part('09:00', '10:00', 'DRIVING')], found).map(({ kind }) => kind)).toEqual([
    ...['DRIVING', 'REST', 'UNKNOWN', 'DRIVING', 'DRIVING'],
  ])
})
