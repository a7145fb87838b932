import { expect, test } from 'vitest'
import { importRow, rowFaults, rowWarnings } from './import-row.ts'

const schema = importRow({ today: '2026-11-21', language: 'nl-NL' })
const given = { customer: 'Alpha', pickup_city: 'Ghent', delivery_city: 'Liège', delivery_date: '2026-11-26 00:00:00' }

test('EXP-4: a time after a day is the beginning of its window; midnight counts as no time', () => {
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

test('EXP-4: a time after a day that contradicts its window is an error', () => {
  const windows: Record<string, string>[] = [{ pickup_from: '9' }, { pickup_to: '9-12' }]
  for (const times of windows) {
    const faults = rowFaults({ ...given, pickup_date: '25-11-2026 8:30', ...times }, schema)
    expect(faults).toEqual([
      { column: 'pickup_to', message: 'has another time than the window: enter it in one of the cells' },
    ])
  }
  expect(rowFaults({ ...given, pickup_date: '25-11-2026 8:75' }, schema)).toHaveLength(1)
})

test('TIME-4: a window over midnight reads the same from two cells as from one, and the line states that it ends on the next day', () => {
  const day = { ...given, pickup_date: '25-11-2026' }
  const windows: [times: Record<string, string>, column: string][] = [
    [{ pickup_from: '22:00', pickup_to: '06:00' }, 'pickup_to'],
    [{ pickup_from: '22-6' }, 'pickup_from'],
    [{ pickup_to: '22:00-6:00' }, 'pickup_to'],
    [{ pickup_date: '25-11-2026 22:00', pickup_to: '6' }, 'pickup_to'],
  ]
  for (const [times, column] of windows) {
    const values = { ...day, ...times }
    expect(rowFaults(values, schema)).toEqual([])
    expect(schema.parse(values)).toMatchObject({ pickup_from: '22:00', pickup_to: '06:00', pickup_date: '2026-11-25' })
    expect(rowWarnings(values, schema)).toEqual([{ column, kind: 'NEXT_DAY' }])
  }
  expect(rowWarnings({ ...day, pickup_from: '8', pickup_to: '12' }, schema)).toEqual([])
})

test('TIME-4: a delivery before its pickup draws a warning only when time zones cannot explain it', () => {
  const day = { ...given, pickup_date: '25-11-2026', delivery_date: '25-11-2026' }
  const early = (cells: Record<string, string>) =>
    rowWarnings({ ...day, ...cells }, schema).some(({ kind }) => kind === 'BEFORE_PICKUP')
  expect(early({ delivery_date: '24-11-2026' })).toBe(true)
  expect(early({ pickup_from: '14:00', delivery_to: '12:00' })).toBe(true)
  expect(early({ pickup_from: '12:00', delivery_to: '12:00' })).toBe(false)
  expect(early({ pickup_from: '14:00' })).toBe(false)
  expect(early({ pickup_from: '20:00', delivery_from: '22:00', delivery_to: '06:00' })).toBe(false)
  // 09:30 in Calais is 08:30 in Dover.
  const ferry = { pickup_country: 'FR', delivery_country: 'GB' }
  expect(early({ ...ferry, pickup_from: '09:30', delivery_to: '09:15' })).toBe(false)
  expect(early({ ...ferry, pickup_from: '14:00', delivery_to: '09:15' })).toBe(true)
})
