import { describe, expect, test } from 'vitest'
import { type ActivityKind, type Stretch, stateFrom, type TachographSignal } from './driven.rules.ts'
import { regulation } from './law.rules.ts'
import { timelineOf } from './rules.ts'

const instant = (text: string) => `2026-11-${text}:00Z`
const minute = (text: string) => Date.parse(instant(text)) / 60_000

/** Stretches from texts such as `23T06:00 DRIVING`; each lasts until the next. */
function stretches(...words: string[]): Stretch[] {
  const read = words.map((one) => one.split(' ') as [string, ActivityKind | undefined])
  return read.slice(0, -1).map(([from, kind], at) => {
    return { from: instant(from), to: instant(read[at + 1]![0]), kind: kind!, is_crew: false }
  })
}

const of = (activities: Stretch[], at: string, signal: TachographSignal | null = null) =>
  stateFrom({ activities, signal }, minute(at), regulation)

/** The rule that forbids driving for a number of minutes from exactly this instant; undefined: none does. */
function ruleAgainst(known: ReturnType<typeof of>, at: string, minutes: number): string | undefined {
  const begin = { driving: 0, work: 0, windows: [[minute(at), minute(at)]] as const }
  const end = minute(at) + minutes
  const answer = timelineOf([begin, { driving: minutes, work: 1, windows: [[end, end]] }], known.state, regulation)
  return 'rule' in answer ? answer.rule : undefined
}

describe('TACHO-9: hours begin with recorded driving', () => {
  const morning = stretches('22T12:00 REST', '23T06:00 WORKING', '23T06:30 DRIVING', '23T10:00')

  test('driving since the last break and of the day comes from the card', () => {
    const known = of(morning, '23T10:00')
    expect(known).toMatchObject({ source: 'CARD', until: minute('23T10:00') })
    expect(known.state).toMatchObject({ since: 210, driven: 210, inWeek: 210, begin: minute('23T06:00') })
    expect(ruleAgainst(known, '23T10:00', 60)).toBeUndefined()
    expect(ruleAgainst(known, '23T10:00', 90)).toBe('break')
  })

  test('a completed break counts, and an ongoing rest counts with the length it can reach', () => {
    const after = stretches('22T12:00 REST', '23T06:00 DRIVING', '23T10:00 REST', '23T10:45 DRIVING', '23T14:00')
    expect(of(after, '23T14:00').state).toMatchObject({ since: 195, driven: 435 })
    const evening = of(stretches('22T12:00 REST', '23T06:00 DRIVING', '23T10:00 REST', '23T15:00'), '24T06:00')
    expect(ruleAgainst(evening, '23T21:00', 240)).toBeUndefined()
    expect(evening.state.at).toBe(minute('23T10:00'))
  })

  test('recorded driving keeps its time: the day of the card cannot have begun later', () => {
    const known = of(stretches('22T12:00 REST', '23T04:00 DRIVING', '23T08:00 REST', '23T09:00'), '23T16:00')
    const late = { driving: 0, work: 240, windows: [[minute('23T16:00'), minute('23T16:00')]] as const }
    const answer = timelineOf([late], known.state, regulation)
    expect(answer).toMatchObject({ rule: 'daily_rest' })
  })

  test('recorded weeks count', () => {
    const days = ['23', '24', '25', '26', '27'].flatMap((day) => [
      `${day}T05:00 DRIVING`,
      `${day}T09:30 REST`,
      `${day}T10:15 DRIVING`,
      `${day}T14:45 REST`,
      `${day}T15:30 DRIVING`,
      `${day}T16:30 REST`,
    ])
    const known = of(stretches('22T00:00 REST', ...days, '28T05:00'), '28T05:00')
    expect(known.state.inWeek).toBe(5 * 600)
    expect(ruleAgainst(known, '28T05:00', 270)).toBeUndefined()
    const second = [[minute('28T05:00'), minute('28T05:00')]] as const
    const tour = [
      { driving: 0, work: 0, windows: second },
      { driving: 380, work: 1, windows: [] },
    ]
    expect(timelineOf(tour, known.state, regulation)).not.toEqual({ end: minute('28T05:00') + 425 })
  })

  test('time on call does not end driving, and time without the card is rest', () => {
    const waited = stretches('22T12:00 REST', '23T06:00 DRIVING', '23T10:00 WAITING', '23T11:00')
    expect(of(waited, '23T11:00').state.since).toBe(240)
    const out = stretches('22T12:00 REST', '23T06:00 DRIVING', '23T10:00 UNKNOWN', '24T06:00 DRIVING', '24T07:00')
    expect(of(out, '24T07:00').state).toMatchObject({ since: 60, driven: 60, begin: minute('24T06:00') })
  })

  test('a violation on one day is not reported for the next', () => {
    const long = stretches('22T12:00 REST', '23T04:00 WORKING', '23T21:00 REST', '24T08:00 DRIVING', '24T09:00')
    const known = of(long, '24T09:00')
    expect(known.state).toMatchObject({ begin: minute('24T08:00'), driven: 60 })
    expect(ruleAgainst(known, '24T09:00', 120)).toBeUndefined()
  })

  test('only the part of a rest within 24 hours counts: a long one that begins late is a reduced one', () => {
    const day = ['22T12:00 REST', '23T06:00 WORKING', '23T20:00 REST', '24T07:00 WORKING', '24T08:00']
    expect(of(stretches(...day), '24T08:00').state.shortRests).toBe(1)
  })

  test('a rest that is too late continues until it is long enough', () => {
    const night = (until: string) => of(stretches('22T12:00 REST', '23T06:00 WORKING', '23T22:00 REST', until), until)
    expect(night('24T02:00').state.at).toBe(minute('23T22:00'))
    expect(night('24T09:00').state).toMatchObject({ begin: minute('24T09:00'), at: minute('24T09:00') })
  })

  test('vehicle data newer than the card extend the day; older ones add nothing', () => {
    const signal = { at: instant('23T11:00'), activity: 'DRIVING', next_break_at: instant('23T11:30') }
    const known = of(morning, '23T11:00', signal)
    expect(known).toMatchObject({ source: 'VEHICLE', until: minute('23T11:00') })
    expect(ruleAgainst(known, '23T11:00', 20)).toBeUndefined()
    expect(ruleAgainst(known, '23T11:00', 45)).toBe('break')
    expect(of(morning, '23T11:00', { ...signal, at: instant('23T09:00') }).source).toBe('CARD')
    expect(of([], '23T23:00', signal).source).toBe('PLAN')
  })

  test('without a card the vehicle data show when a rest is due, and since when it lasts', () => {
    const due = { at: instant('23T16:00'), activity: 'DRIVING', next_rest_at: instant('23T18:00') }
    expect(of([], '23T16:00', due).state.begin).toBe(minute('23T05:00'))
    const rests = { at: instant('23T16:00'), activity: 'REST', resting_since: instant('23T12:00') }
    expect(of(morning, '23T16:00', rests).state.at).toBe(minute('23T12:00'))
  })

  test('the current activity alone gives no hours: card and plan still apply', () => {
    const signal = { at: instant('23T11:00'), activity: 'WORKING' }
    expect(of([], '23T12:00', signal).source).toBe('PLAN')
    expect(of(morning, '23T12:00', signal)).toMatchObject({ source: 'CARD', state: { driven: 210 } })
  })

  test('without either the driver comes from a rest, according to the plan', () => {
    expect(of([], '23T06:00')).toMatchObject({ source: 'PLAN', state: { since: 0, at: minute('23T06:00') } })
    expect(of(morning, '22T06:00')).toMatchObject({ source: 'PLAN' })
  })
})

describe('TACHO-13: a rest on a ferry or train that was interrupted by driving on and off', () => {
  /** A 15-hour day, an hour of rest, boarding, a rest aboard, driving off, and rest until six in the evening. */
  const night = (isAboard: boolean, words: string[]) =>
    stretches('22T12:00 REST', '23T05:00 WORKING', '23T16:00 REST', ...words).map((one) =>
      isAboard && one.from === instant('23T17:20') ? { ...one, is_aboard: true } : one,
    )
  const over = [
    '23T17:00 WORKING',
    '23T17:20 REST',
    '24T02:20 DRIVING',
    '24T02:40 REST',
    '24T03:40 WORKING',
    '24T05:00',
  ]

  test('counts as a regular daily rest if its parts total eleven hours', () => {
    const rested = of(night(true, over), '24T05:00')
    expect(rested.state).toMatchObject({ begin: minute('24T03:40'), shortRests: 0, driven: 0 })
    // Without a crossing the nine hours are a reduced rest, and a new day follows.
    expect(of(night(false, over), '24T05:00').state).toMatchObject({ begin: minute('24T02:20'), shortRests: 1 })
  })

  test('does not if the interruption is longer than an hour', () => {
    const long = [
      '23T17:00 WORKING',
      '23T17:20 REST',
      '24T02:20 DRIVING',
      '24T03:05 REST',
      '24T04:05 WORKING',
      '24T05:00',
    ]
    expect(of(night(true, long), '24T05:00').state).toMatchObject({ begin: minute('24T02:20'), shortRests: 1 })
  })

  test('continues in the plan if it has not ended yet', () => {
    const short = ['23T17:00 WORKING', '23T17:20 REST', '24T01:20 DRIVING', '24T01:40 REST', '24T02:00']
    const at = (hours: number) => [[minute('24T00:00') + hours * 60, minute('24T00:00') + hours * 60]] as const
    const ruleAt = (hours: number, isAboard: boolean) => {
      const known = of(night(isAboard, short), '24T02:00')
      const answer = timelineOf([{ driving: 0, work: 60, windows: at(hours) }], known.state, regulation)
      return 'rule' in answer ? answer.rule : undefined
    }
    // One hour, eight aboard, and two more from 01:40 on.
    expect(ruleAt(3 + 40 / 60, true)).toBeUndefined()
    expect(ruleAt(3.5, true)).toBe('daily_rest')
    expect(ruleAt(3 + 40 / 60, false)).toBe('daily_rest')
  })
})
