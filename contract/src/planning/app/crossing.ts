import { z } from 'zod'
import { SensibleInstant } from '../../reading/entered.ts'
import { openSet, UtcInstant, UuidOut } from '../../scalars.ts'

/** Kinds of crossings. */
export const crossingKinds = ['FERRY', 'TRAIN'] as const
export type CrossingKind = (typeof crossingKinds)[number]

/** Sleeping berths aboard for the driver. */
export const berths = ['NONE', 'BUNK', 'CABIN'] as const
export type Berth = (typeof berths)[number]

/** Ferry or train between a stop and the next one. */
export const PlannedCrossing = z
  .object({
    kind: openSet(crossingKinds).describe('What takes the vehicle over.'),
    minutes: z.int().describe('From departure to arrival.'),
    departs_at: UtcInstant.nullable().describe('Departure; null: it goes as soon as boarding is over.'),
    berth: openSet(berths).describe('Where the driver can sleep aboard.'),
    line: z.string().nullable().describe('Name of the line or the operator.'),
    lands_stop_id: UuidOut.describe('Stop of the trip where the vehicle drives off.'),
  })
  .meta({ id: 'AppPlannedCrossing' })
export type PlannedCrossing = z.output<typeof PlannedCrossing>

/** Crossing entered by a planner. */
export const CrossingMembers = z.object({
  kind: z.enum(crossingKinds).describe('What takes the vehicle over.'),
  minutes: z.int().min(1).max(10_080).describe('From departure to arrival.'),
  departs_at: SensibleInstant.nullable()
    .default(null)
    .describe('Departure of a fixed sailing; absent: it goes as soon as boarding is over.'),
  berth: z
    .enum(berths)
    .describe('Where the driver can sleep aboard; a rest may go on there only with a bunk or cabin.'),
  line: z.string().trim().min(1).max(100).nullable().default(null).describe('Name of the line or the operator.'),
})
export type CrossingMembers = z.output<typeof CrossingMembers>
