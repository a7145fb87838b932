import { z } from 'zod'
import { openSet, UtcInstant, UuidOut } from '../../scalars.ts'

/** Punctuality of a stop against the requested time. */
export const punctualityStates = ['ON_TIME', 'EARLY', 'LATE', 'MISSED'] as const

const Verdict = z.object({
  state: openSet(punctualityStates).describe(
    'MISSED: the window is over and the stop was not reached. EARLY: it was left, or will be, before the window begins.',
  ),
  minutes: z.int().describe('How much too late (positive) or too early (negative); 0 when on time.'),
  severity: openSet(['NONE', 'SLIGHT', 'SEVERE']).describe('SEVERE from an hour on, and when the window was missed.'),
})

const basis = openSet(['PLAN', 'ESTIMATE', 'FACT'])
  .nullable()
  .describe('What it is based on: the actual time, else the ETA, else the plan; null while nothing is planned.')

/** Verdict on a stop, with its basis. */
export const Punctuality = Verdict.extend({
  basis,
  plan: Verdict.nullable().describe('Of the planned time; null without one.'),
  estimate: Verdict.nullable().describe('Of the expected time; null without one.'),
  fact: Verdict.nullable().describe('Of what happened; null until the stop is reached.'),
}).meta({ id: 'AppPunctuality' })
export type Punctuality = z.output<typeof Punctuality>

/** Verdict on an order or trip: that of its most deviating stop. */
export const WorstPunctuality = Verdict.extend({
  basis,
  stop_id: UuidOut.describe('The stop it is about.'),
}).meta({ id: 'AppWorstPunctuality' })
export type WorstPunctuality = z.output<typeof WorstPunctuality>

/** Time zone, requested times and punctuality of a stop. */
export const StopFacts = z
  .object({
    stop_id: UuidOut.describe('Id of the stop.'),
    time_zone: z.string().describe('Time zone of the place, else of the haulier. Times of the stop are in it.'),
    asked_from: UtcInstant.nullable().describe('Start of the requested window; null without a day.'),
    asked_to: UtcInstant.nullable().describe(
      'End of the requested window; the planned end for stops without an order.',
    ),
    punctuality: Punctuality.nullable().describe('Null when there is nothing to compare, or the stop is cancelled.'),
  })
  .meta({ id: 'AppStopFacts' })
export type StopFacts = z.output<typeof StopFacts>
