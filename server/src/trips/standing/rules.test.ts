import { carrierAnswerStates } from '@cartage/contract/dispatch/app/answers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type GivenAnswer, type SentDispatch, type StandingFacts, standingOf } from './rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 1, 2, 8, minute)).toISOString()
const now = new Date(at(30))
const sent: SentDispatch = {
  ...{ revision: 1, first_revision: 1, first_at: at(0), last_at: at(0) },
  ...{ has_failed: false, is_outdated: false },
}
const accepted: GivenAnswer = {
  ...{ answer: 'ACCEPTED', reason: null, plate: '1-ABC-234', driver_name: 'Ann', revision: 1 },
  answered_at: at(10),
}
const refused: GivenAnswer = { ...accepted, answer: 'REFUSED', reason: 'No truck.', plate: null, driver_name: null }
const nothing: StandingFacts = { dispatch: null, link: null, answer: null, link_answer_by: null, answer_minutes: 120 }
const of = (facts: Partial<StandingFacts>) => standingOf({ ...nothing, ...facts }, now)

describe('the standing of a trip at its carrier', () => {
  const link = { created_at: at(5) }
  const byTelephone = { ...accepted, revision: null }
  const table: readonly (readonly [string, Partial<StandingFacts>, string])[] = [
    ['nothing was sent', {}, 'NOT_SENT'],
    ['the carrier accepted by telephone before it was sent', { answer: byTelephone }, 'ACCEPTED'],
    ['the message did not arrive', { dispatch: { ...sent, has_failed: true } }, 'FAILED'],
    [
      'the message did not arrive, and a link was created since',
      { dispatch: { ...sent, has_failed: true }, link },
      'SILENT',
    ],
    [
      'the message did not arrive, and the carrier accepted by telephone',
      {
        dispatch: { ...sent, has_failed: true },
        answer: accepted,
      },
      'ACCEPTED',
    ],
    ['an update did not arrive', { dispatch: { ...sent, revision: 2, has_failed: true }, answer: accepted }, 'FAILED'],
    ['it was sent', { dispatch: sent }, 'SILENT'],
    ['a link was created', { link }, 'SILENT'],
    ['it was accepted', { dispatch: sent, answer: accepted }, 'ACCEPTED'],
    ['it was accepted and updated since', { dispatch: { ...sent, revision: 3 }, answer: accepted }, 'ACCEPTED'],
    [
      'it was accepted and the carrier has an older version',
      {
        dispatch: { ...sent, is_outdated: true },
        answer: accepted,
      },
      'CHANGED',
    ],
    ['it was refused', { dispatch: sent, answer: refused }, 'REFUSED'],
    [
      'it was refused and updated since',
      { dispatch: { ...sent, revision: 2, is_outdated: true }, answer: refused },
      'REFUSED',
    ],
    [
      'it was refused and dispatched as new since',
      {
        dispatch: { ...sent, revision: 3, first_revision: 3, first_at: at(20) },
        answer: refused,
      },
      'SILENT',
    ],
    [
      'it was refused through a link and dispatched since',
      {
        dispatch: { ...sent, first_at: at(20) },
        answer: { ...refused, revision: null },
      },
      'SILENT',
    ],
    ['it was refused and a new link asks again', { link: { created_at: at(20) }, answer: refused }, 'SILENT'],
    ['it was accepted and another office got a link', { link: { created_at: at(20) }, answer: accepted }, 'ACCEPTED'],
  ]
  test.each(table)('DISP-6: %s', (_, facts, state) => {
    expect(of(facts).state).toBe(state)
  })

  test('DISP-6: a carrier that does not answer is overdue after its deadline, and stays silent', () => {
    expect(of({ dispatch: sent })).toEqual({ state: 'SILENT', is_overdue: false, answer_by: '2026-02-02T10:00:00Z' })
    expect(of({ dispatch: sent, answer_minutes: 30 })).toMatchObject({ state: 'SILENT', is_overdue: true })
    expect(of({ dispatch: sent, link_answer_by: at(29) })).toMatchObject({ is_overdue: true, answer_by: at(29) })
    expect(of({ dispatch: sent, link_answer_by: at(29), answer: accepted })).toMatchObject({ is_overdue: false })
    expect(of({})).toMatchObject({ is_overdue: false, answer_by: null })
  })

  const minute = fc.integer({ min: 0, max: 40 }).map(at)
  const facts = fc.record<StandingFacts>({
    dispatch: fc.option(
      fc.record({
        ...{ revision: fc.integer({ min: 1, max: 4 }), first_revision: fc.integer({ min: 1, max: 4 }) },
        ...{ first_at: minute, last_at: minute, has_failed: fc.boolean(), is_outdated: fc.boolean() },
      }),
    ),
    link: fc.option(fc.record({ created_at: minute })),
    answer: fc.option(
      fc.record({
        ...{ answer: fc.constantFrom('ACCEPTED', 'REFUSED'), answered_at: minute },
        ...{ reason: fc.constant(null), plate: fc.constant(null), driver_name: fc.constant(null) },
        revision: fc.option(fc.integer({ min: 1, max: 4 })),
      }),
    ),
    link_answer_by: fc.option(minute),
    answer_minutes: fc.integer({ min: 1, max: 60 }),
  })

  test('DISP-6: without an answer it is never accepted or refused, and only silence is overdue', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const { state, is_overdue } = standingOf(given, now)
        expect(carrierAnswerStates).toContain(state)
        if (given.answer === null) expect(['ACCEPTED', 'REFUSED']).not.toContain(state)
        if (is_overdue) expect(state).toBe('SILENT')
        if (given.dispatch === null) expect(['FAILED', 'CHANGED']).not.toContain(state)
      }),
    )
  })
})
