import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DatabaseRefused, NoPrimary } from '../failure.ts'
import { choosePrimary, type Newest, newestOf, type Seen } from './choose.ts'

const at = (host: string, state: Seen['state'], timeline: number | null = null, system = '7'): Seen => ({
  host: { host, port: 5432 },
  state,
  timeline,
  system: state === 'away' ? null : system,
  ...(state === 'away' && { reason: 'connect ECONNREFUSED' }),
})
const newest: Newest = { system: '7', timeline: 2 }

describe('which host is used', () => {
  test('OPS-5: the primary, at any position', () => {
    for (const seen of [
      [at('a', 'primary', 1), at('b', 'standby')],
      [at('b', 'standby'), at('a', 'primary', 1)],
      [at('b', 'away'), at('a', 'primary', 1)],
    ]) {
      expect(choosePrimary(seen, undefined).host.host).toBe('a')
    }
  })

  test('OPS-7: of two primaries the one with the higher timeline', () => {
    expect(choosePrimary([at('a', 'primary', 1), at('b', 'primary', 2)], undefined).host.host).toBe('b')
  })

  test('OPS-7: a replaced primary is not used when it is the only one that answers', () => {
    const seen = [at('a', 'primary', 1), at('b', 'away')]
    expect(() => choosePrimary(seen, newest)).toThrow(NoPrimary)
    expect(() => choosePrimary(seen, newest)).toThrow(
      'None of the hosts in DATABASE_URL is a primary to write to: a:5432 is a primary on timeline 1, which was replaced ' +
        'by one on timeline 2: stop it, and let it join again as a standby; b:5432 does not answer (connect ECONNREFUSED).',
    )
  })

  test('OPS-7: of two primaries on one timeline neither is used', () => {
    expect(() => choosePrimary([at('a', 'primary', 2), at('b', 'primary', 2)], newest)).toThrow(
      /^a:5432 and b:5432 are both primaries on timeline 2, so neither is written to\./,
    )
  })

  test('OPS-5: standbys alone are refused', () => {
    expect(() => choosePrimary([at('a', 'standby')], undefined)).toThrow(/^a:5432 is a standby\.$/)
  })

  test('OPS-7: two databases that are not copies of each other are refused', () => {
    const seen = [at('a', 'primary', 1, '7'), at('b', 'primary', 1, '8')]
    expect(() => choosePrimary(seen, undefined)).toThrow(DatabaseRefused)
    // Once one of them is in use, the other one does not block it.
    expect(choosePrimary([at('a', 'primary', 2, '7'), at('b', 'primary', 9, '8')], newest).host.host).toBe('a')
  })

  test('OPS-7: whatever the hosts report in any order, the timeline in use never falls', () => {
    const anything = fc.record({
      state: fc.constantFrom('primary' as const, 'standby' as const, 'away' as const),
      timeline: fc.integer({ min: 1, max: 6 }),
    })
    fc.assert(
      fc.property(fc.array(fc.array(anything, { minLength: 1, maxLength: 4 }), { maxLength: 12 }), (looks) => {
        let known: Newest | undefined
        for (const look of looks) {
          const seen = look.map(({ state, timeline }, index) =>
            at(`h${index}`, state, state === 'primary' ? timeline : null),
          )
          const chosen = attempt(seen, known)
          if (chosen === undefined) continue
          expect(chosen.state).toBe('primary')
          expect(chosen.timeline).toBeGreaterThanOrEqual(known?.timeline ?? 0)
          const others = seen.filter((one) => one !== chosen && one.state === 'primary')
          for (const other of others) expect(other.timeline!).toBeLessThan(chosen.timeline!)
          known = newestOf(chosen, known)
        }
      }),
    )
  })
})

function attempt(seen: readonly Seen[], known: Newest | undefined): Seen | undefined {
  try {
    return choosePrimary(seen, known)
  } catch (error) {
    expect(error).toBeInstanceOf(NoPrimary)
    return undefined
  }
}
