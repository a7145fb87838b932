import { expect, test } from 'vitest'
import { dayAfter } from '../../../../seeds/dice.ts'
import { sampleWorld } from '../../../../seeds/world.ts'
import { daysFrom, firstToPlan } from './days.rules.ts'

function firstOf(opened: string): string {
  const { trips } = sampleWorld(new Date(`${opened}T09:00:00Z`))
  const counted = Map.groupBy(trips, ({ day }) => day)
  return firstToPlan(opened, new Map(daysFrom(opened).map((day) => [day, counted.get(day)?.length ?? 0])))
}

test('a running world continues after the plan of the office, and plans nothing on days off of its haulier', () => {
  // Six days are planned. The end may be a weekend, which has hardly any trips.
  for (const day of ['2026-10-06', '2026-10-07', '2026-10-08', '2026-10-09', '2026-10-10']) {
    expect(firstOf(day), day).toBe(dayAfter(day, 7))
  }
  expect(firstOf('2026-10-05')).toBe('2026-10-10')
  expect(firstOf('2026-10-11')).toBe('2026-10-17')
})

test('a world without a plan is planned from the first day on, even if a person has planned a trip on a Saturday', () => {
  expect(firstToPlan('2026-10-07', new Map())).toBe('2026-10-07')
  expect(firstToPlan('2026-10-07', new Map([['2026-10-10', 5]]))).toBe('2026-10-07')
})
