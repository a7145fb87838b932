import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { someTexts } from '../../listing.ts'
import { SensibleInstant } from '../../reading/entered.ts'
import { UtcInstant, Uuid, UuidOut } from '../../scalars.ts'
import { assigning } from './commands.ts'

/** What can be assigned to a trip: one of its parts, an additional resource, or a carrier. */
export const candidateKinds = ['VEHICLE', 'DRIVER', 'TRAILER', 'RESOURCE', 'CARRIER'] as const
export type CandidateKind = (typeof candidateKinds)[number]

const someIds = someTexts.pipe(z.array(Uuid).max(40))

/** Resource or company that can be assigned to a trip, with its verdict. */
export const PlanCandidate = z
  .object({
    id: UuidOut.describe('Id of the resource or company.'),
    name: z.string().describe('Name.'),
    side: z.string().nullable().describe('Number plate or container number; null of a company.'),
    verdict: z
      .enum(['OK', 'SOFT', 'HARD'])
      .describe('The gravest of the reasons it brings. HARD is refused; SOFT needs a reason of the planner.'),
    message: z.string().nullable().describe('The gravest of these reasons; null: it fits.'),
  })
  .meta({ id: 'AppPlanCandidate' })
export type PlanCandidate = z.output<typeof PlanCandidate>

/** Candidates for a trip, suitable ones first: the same verdict as for a command. */
export const listPlanCandidates = endpoint({
  ...ofApplication,
  id: 'listPlanCandidates',
  method: 'GET',
  path: '/app/planning/trips/{trip_id}/candidates',
  summary: 'List who and what fits a trip',
  description:
    'Each is judged as if the trip had it. Those that fit come first, by name, then those with warnings, then those that are refused.',
  permission: 'trip.write',
  params: z.object({ trip_id: Uuid.describe('Id of the trip.') }),
  query: z.object({
    kind: z.enum(candidateKinds).default('RESOURCE').describe('What the trip would be given.'),
    instead_of: someIds.describe('Resources of the trip that it would lose.'),
    with: someIds.describe('Other resources that it would be given as well.'),
    only: someIds.describe('Only these resources or companies; absent: all.'),
    q: z.string().trim().max(100).optional().describe('Beginning of a name, plate or code.'),
  }),
  response: z
    .object({
      items: z.array(PlanCandidate).describe('At most 50, those that fit first.'),
      is_cut: z.boolean().describe('There are more: enter a part of the name.'),
    })
    .meta({ id: 'AppPlanCandidates' }),
})

/** Maximum number of combinations judged in one request. */
export const mostCombinations = 60

/** Most days after the first possible start in which others are tried. */
export const longestSearch = 7

/** A planning command that gives a new trip, or a whole one, its resources. */
export const AssigningCommand = z
  .discriminatedUnion('kind', assigning)
  .refine((command) => command.kind === 'PLACE' || command.trip_id === undefined, {
    error: 'is of a trip that has its resources: leave it out for a new trip',
    path: ['trip_id'],
  })
  .meta({ id: 'AppAssigningCommand' })
/** The same as a page sends it. */
export type AssigningCommand = z.input<typeof AssigningCommand>

/** Verdict on a command with one combination, at the start that fits best. */
export const JudgedCombination = z
  .object({
    verdict: z.enum(['OK', 'SOFT', 'HARD']).describe('The gravest of the reasons that the command causes.'),
    message: z.string().nullable().describe('The gravest of these reasons; null: it fits.'),
    starts_at: UtcInstant.nullable().describe('When the trip begins; null: it has no times.'),
    ends_at: UtcInstant.nullable().describe('When it ends.'),
  })
  .meta({ id: 'AppJudgedCombination' })
export type JudgedCombination = z.output<typeof JudgedCombination>

/** Judges a command with many combinations in one request, as the planning board does when a drag begins (FIT-14). */
export const judgeCombinations = endpoint({
  ...ofApplication,
  id: 'judgeCombinations',
  method: 'POST',
  path: '/app/planning/combinations/judge',
  summary: 'See which combinations fit a command',
  description:
    'The command is judged with the resources of each combination in place of its own. Without from, as it is. With from, at the earliest start with the best verdict: the first possible one, or one after a trip or absence of the combination. Nothing is changed.',
  permission: 'trip.write',
  body: z
    .object({
      command: AssigningCommand.describe('What is judged: orders or stops on a new trip, or a trip that is placed.'),
      combinations: z
        .array(z.object({ resource_ids: z.array(Uuid).max(20).readonly().describe('Resources of the trip.') }))
        .min(1)
        .max(mostCombinations)
        .readonly()
        .describe('What could carry them.'),
      from: SensibleInstant.optional().describe(
        'Of PLAN and PLACE: no start is earlier, and none is before now; absent: only the start of the command.',
      ),
      days: z
        .int()
        .min(1)
        .max(longestSearch)
        .default(1)
        .describe('With from: how many days after the first possible start others are tried.'),
    })
    .refine(({ command, from }) => from === undefined || command.kind === 'PLAN' || command.kind === 'PLACE', {
      error: 'is only possible for PLAN and PLACE: leave it out',
      path: ['from'],
    }),
  response: z
    .object({ items: z.array(JudgedCombination).describe('In the order of the combinations.') })
    .meta({ id: 'AppJudgedCombinations' }),
})
