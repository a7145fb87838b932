import { describe, expect, test } from 'vitest'
import { type Fix, motionOf, staleMinutes, withFix } from './motion.ts'

const now = Date.parse('2026-03-02T10:00:00Z')
const fix = (secondsAgo: number, latitude = 51, longitude = 4): Fix => ({
  ...{ latitude, longitude },
  recorded_at: new Date(now - secondsAgo * 1_000).toISOString(),
})

describe('a vehicle', () => {
  test('moves with heading and speed if its last two positions differ', () => {
    const motion = motionOf(fix(10, 51.01), fix(70), now)
    expect(motion).toMatchObject({ state: 'MOVING' })
    expect(motion.heading).toBeCloseTo(0)
    expect(motion.speedKmh).toBeCloseTo(66.7, 0)
  })

  test.each([
    ['its positions are closer than 60 metres', fix(10, 51.0003), fix(70)],
    ['it moved slower than 5 km/h', fix(10, 51.001), fix(610)],
    ['only one position is known', fix(10), null],
  ])('stands if %s', (_, last, before) => {
    expect(motionOf(last, before, now)).toMatchObject({ state: 'STANDING', heading: null, speedKmh: null })
  })

  test('without a position for half an hour neither moves nor stands', () => {
    const old = staleMinutes * 60 + 1
    expect(motionOf(fix(old, 51.01), fix(old + 60), now).state).toBe('STALE')
    expect(motionOf(fix(old - 2, 51.01), fix(old + 60), now).state).toBe('MOVING')
  })

  test('with inaccurate positions is not shown faster than a vehicle drives', () => {
    expect(motionOf(fix(10, 52), fix(40), now).speedKmh).toBe(160)
  })
})

describe('a new position', () => {
  test('is compared with the previous one, and an older one changes nothing', () => {
    const known = { position: fix(60), before: null }
    const moved = withFix(known, fix(0, 51.1))
    expect(moved).toEqual({ position: fix(0, 51.1), before: known.position })
    expect(withFix(moved, fix(30))).toBe(moved)
  })

  test('sent each second is compared with one of 20 to 60 seconds ago', () => {
    let known: { position: Fix; before: Fix | null } = { position: fix(200), before: null }
    for (let ago = 199; ago >= 0; ago -= 1) {
      known = withFix(known, fix(ago))
      const age = (Date.parse(known.position.recorded_at) - Date.parse(known.before!.recorded_at)) / 1_000
      if (ago < 170) expect(age).toBeGreaterThanOrEqual(1)
      expect(age).toBeLessThanOrEqual(60)
    }
  })
})
