import type { NewTripAnswer } from '@cartage/contract/dispatch/app/answers'
import { msg } from '@cartage/contract/message'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { currentAnswer, type GivenAnswer } from '../../trips/standing/rules.ts'
import { tripsForUpdate } from '../../trips/store.ts'
import { conflict } from '../rules.ts'
import { answerGiven, checkAnswer, isSameAnswer } from './rules.ts'
import { saveAnswer } from './store.ts'
import { findAnswerFacts } from './views.ts'

/**
 * Stores the answer of a trip's carrier, from its link or entered by a planner (DISP-5). Repeating it changes nothing.
 * @param companyId the carrier that answers; null: the one that drives the trip
 * @throws Problem not_found; state_conflict when no carrier or another one drives the trip, or it has started
 */
export async function answerTrip(
  ctx: Context,
  tx: Tx,
  by: By,
  { tripId, companyId }: { tripId: string; companyId: string | null },
  input: NewTripAnswer,
): Promise<void> {
  const [trip] = await tripsForUpdate(tx, [tripId])
  if (!trip) throw new Problem('not_found')
  const now = ctx.now()
  const found = await findAnswerFacts(tx, tripId, now)
  if (found === undefined) throw conflict(msg`${trip.name} has no carrier. Assign one first.`)
  if (companyId !== null && companyId !== found.companyId) {
    throw conflict(msg`${trip.name} is with another carrier now.`)
  }
  const given = answerGiven(input)
  const earlier = currentAnswer(found.facts)
  if (isSameAnswer(earlier, given)) return
  checkAnswer(trip, earlier, given.answer)
  const { actor } = by
  await saveAnswer(tx, {
    ...given,
    trip_id: tripId,
    company_id: found.companyId,
    revision: found.facts.dispatch?.revision ?? null,
    answered_at: now,
    answered_by: { kind: actor.kind, id: actor.id },
  })
  const about = { entity_type: 'trip', entity_id: tripId }
  const after = writtenAnswer(found.companyId, given)
  const { answer } = found.facts
  const before = answer ? writtenAnswer(found.companyId, answer) : { ...after, ...unanswered }
  await recordChanges(tx, by, [{ ...about, action: 'updated', before, after }])
}

const unanswered = { answer: null, reason: null, plate: null, driver_name: null }

/** Audit entry of an answer. */
function writtenAnswer(company_id: string, given: Omit<GivenAnswer, 'revision' | 'answered_at'>) {
  const { answer, reason, plate, driver_name } = given
  return { company_id, answer, reason, plate, driver_name }
}
