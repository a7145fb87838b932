import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ErrorStatus } from '../orders/upload-record.ts'
import { Uuid } from '../scalars.ts'
import { OffsetInstant } from './instant.ts'
import { StopMatchTarget } from './matching.ts'
import { QuestionAnswers } from './question-answers.ts'

/** Reportable statuses of a stop (SU-4). */
export const StopStatusUpdateEnum = z.enum(['AT_STOP', 'COMPLETED']).meta({ id: 'StopStatusUpdateEnum' })

const members = {
  status: StopStatusUpdateEnum.nullish().describe('What happened. Leave it out to send only an estimate or answers.'),
  eta_start: OffsetInstant.nullish().describe('Estimated arrival, with offset. Alone, it moves the departure with it.'),
  eta_end: OffsetInstant.nullish().describe('Estimated departure, with offset, not before the arrival.'),
  question_answers: QuestionAnswers,
}

const endsInTime = {
  error: 'is before eta_start: send an estimated departure that is not before the arrival',
  path: ['eta_end'],
}

/** The texts carry offsets, so their instants must be compared instead. */
function isInOrder({ eta_start, eta_end }: { eta_start?: string | null; eta_end?: string | null }): boolean {
  return !eta_start || !eta_end || Date.parse(eta_end) >= Date.parse(eta_start)
}

/** Update of one stop. */
export const StopStatusUpdate = z
  .object({
    id: Uuid.nullish().describe('Id of the stop; it goes before match.'),
    match: StopMatchTarget.nullish().describe('Criteria for the stop, when its id is unknown (SU-1).'),
    ...members,
  })
  .refine(isInOrder, endsInTime)
  .meta({ id: 'StopStatusUpdate' })
export type StopStatusUpdate = z.output<typeof StopStatusUpdate>

/** Update of every stop in a group (SU-5). */
export const StopGroupStatusUpdate = z
  .object({ id: Uuid.describe('Id of the stop group.'), ...members })
  .refine(isInOrder, endsInTime)
  .meta({ id: 'StopGroupStatusUpdate' })
export type StopGroupStatusUpdate = z.output<typeof StopGroupStatusUpdate>

function updateOf(id: string) {
  return z
    .object({
      stop: StopStatusUpdate.nullish().describe('Update of a stop.'),
      stop_group: StopGroupStatusUpdate.nullish().describe('Update of a stop group.'),
      event_time: OffsetInstant.describe(
        'When it happened, with offset (TIME-2): at most 10 minutes ahead, and at most 30 days before the trip begins.',
      ),
    })
    .refine(({ stop, stop_group }) => stop != null || stop_group != null, {
      error: 'needs a stop or a stop_group: send what the update is about',
      path: ['stop'],
    })
    .meta({ id, anyOf: [{ required: ['stop'] }, { required: ['stop_group'] }] })
}

/** Maximum number of updates per message. */
export const mostStatusUpdates = 2_000

function payloadOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    updates: z.array(item).max(mostStatusUpdates).describe('What happened, at most 2,000 entries.'),
  })
}

/** Subcontractor's updates of stops and stop groups (SU-7). */
export const SubcontractorStatusUpdatePayload = payloadOf(updateOf('BaseStatusUpdate')).meta({
  id: 'SubcontractorStatusUpdatePayload',
})

/** Fleet application's updates of stops and stop groups. */
export const FleetStatusUpdatePayload = payloadOf(updateOf('FleetDispatchStatusUpdate')).meta({
  id: 'FleetStatusUpdatePayload',
})
export type StatusUpdatePayload = z.output<typeof FleetStatusUpdatePayload>

/** Rejected updates; all were accepted if there are no errors. */
export const StatusUpdateResponse = z
  .object({ errors: z.array(ErrorStatus).optional().describe('What could not be applied, one entry per item.') })
  .meta({ id: 'StatusUpdateResponse' })
export type StatusUpdateResponse = z.output<typeof StatusUpdateResponse>

const description =
  'Each item says what happened at one stop, identified by id or by criteria that only one stop meets, or at all stops of a ' +
  'group. Reports may come late, in any order and more than once: the state of a stop never moves back. Items that ' +
  'match nothing, or contradict what is known, are listed in errors with the reason, the others are taken. An arrival ' +
  'that is reported after the completion is noted.'

/** Any media type is accepted (CLIENT-27); the bytes are read as JSON of `body`. */
const webhook = {
  method: 'POST',
  tag: 'inbound-webhooks',
  description,
  auth: 'webhook',
  limit: 'none',
  since: '1.2.0',
  creates: 'record',
  bodyType: 'raw',
  // Answers may contain files.
  bodyLimit: 32 * 1_048_576,
  response: StatusUpdateResponse,
} as const

/** Status, ETA and answers from a subcontractor (SU-1 to SU-7). */
export const updateSubcontractorStatus = endpoint({
  ...webhook,
  id: 'updateSubcontractorStatus',
  path: '/v1/webhook/subco-status-update',
  summary: 'Report stops of a subcontracted trip',
  body: SubcontractorStatusUpdatePayload,
})

/** Status, ETA and answers from a fleet application. */
export const updateFleetStatus = endpoint({
  ...webhook,
  id: 'updateFleetStatus',
  path: '/v1/webhook/fleet-status-update',
  summary: 'Report stops of a trip of the own fleet',
  body: FleetStatusUpdatePayload,
})
