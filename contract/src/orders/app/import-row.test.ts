import { expect, test } from 'vitest'
import { importRow, rowFaults } from './import-row.ts'

const schema = importRow({ today: '2026-11-21', language: 'nl-NL' })
const given = { customer: 'Alpha', pickup_city: 'Ghent', delivery_city: 'Liège', delivery_date: '2026-11-26 00:00:00' }

test('EXP-4: a time behind a day is when its window begins; midnight is none', () => {
  const row = schema.parse({ ...given, pickup_date: '25-11-2026 8:30', pickup_to: '12' })
  expect(row).toMatchObject({
    pickup_date: '2026-11-25',
    pickup_from: '08:30',
    pickup_to: '12:00',
    delivery_date: '2026-11-26',
    delivery_from: undefined,
  })
  const same = schema.parse({ ...given, pickup_date: '2026-11-25 08:30', pickup_from: '8:30-10' })
  expect(same).toMatchObject({ pickup_from: '08:30', pickup_to: '10:00' })
})

test('EXP-4: a time behind a day that its window contradicts is a fault', () => {
  const windows: Record<string, string>[] = [{ pickup_from: '9' }, { pickup_to: '9-12' }]
  for (const times of windows) {
    const faults = rowFaults({ ...given, pickup_date: '25-11-2026 8:30', ...times }, schema)
    expect(faults).toEqual([
      { column: 'pickup_to', message: 'has another time than the window: enter it in one of the cells' },
    ])
  }
  expect(rowFaults({ ...given, pickup_date: '25-11-2026 8:75' }, schema)).toHaveLength(1)
})
