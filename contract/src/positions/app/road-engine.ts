import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'

/** Supported routing engines. */
export const roadEngineKinds = ['OSRM', 'VALHALLA', 'GRAPHHOPPER'] as const

const profileName = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,60}$/, { error: 'must be the name of a profile, such as truck' })

/** Routing engine and its connection. */
export const RoadEngine = z.strictObject({
  kind: z.enum(roadEngineKinds).describe('How the engine is spoken to.'),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .describe('Its address.'),
  profile: profileName
    .nullable()
    .default(null)
    .describe('Its profile; null: driving for OSRM, truck for Valhalla and GraphHopper.'),
  van_profile: profileName
    .nullish()
    .describe(
      'Its profile for vans up to 3.5 t; null: auto for Valhalla while it has no profile, else as for lorries.',
    ),
  adr_profile: profileName.nullish().describe('Its profile for dangerous goods; null: as for other goods.'),
  takes_measures: z
    .boolean()
    .nullish()
    .describe(
      'GraphHopper: its map has max_height, max_width, max_length, max_weight, max_axle_load, hazmat and hazmat_tunnel.',
    ),
})
export type RoadEngine = z.output<typeof RoadEngine>

/** Advice for an engine that does not work. */
export const engineAdvices = [
  'CHECK_ADDRESS',
  'PRIVATE_ADDRESS',
  'CHECK_KEY',
  'CHECK_KIND_OR_PROFILE',
  'OTHER_PROGRAM',
  'FAULT_OF_ENGINE',
  'LOAD_MAP',
] as const
export type EngineAdvice = (typeof engineAdvices)[number]

/** Result of a test request to a routing engine for a known pair of towns. */
export const EngineCheck = z
  .object({
    kind: z.enum(roadEngineKinds).describe('Which engine it is.'),
    is_operators: z.boolean().describe('Whether it is the engine of the installation.'),
    version: z.string().nullable().describe('Version of the engine or of its map; null: it says none.'),
    road: z
      .object({
        from: z.string().describe('Town the road begins in.'),
        to: z.string().describe('Town it ends in.'),
        distance_km: z.number().describe('Kilometres that the engine measured.'),
        driving_minutes: z.int().describe('Minutes a lorry drives, without breaks.'),
        estimated_km: z.number().describe('Kilometres that are assumed without an engine.'),
      })
      .nullable()
      .describe('What it measured; null: nothing.'),
    failure: z.string().nullable().describe('Why it gave no answer, in one line; null: it did.'),
    advice: z.enum(engineAdvices).nullable().describe('What to do; null when it measured a road.'),
  })
  .meta({ id: 'AppEngineCheck' })
export type EngineCheck = z.output<typeof EngineCheck>

/** Tests a routing engine with a known pair of towns. */
export const testRoadEngine = endpoint({
  ...ofApplication,
  id: 'testRoadEngine',
  method: 'POST',
  path: '/app/road-engine/test',
  summary: 'Test a routing engine',
  description: 'Nothing is stored. An engine that fails answers 200 with the reason and what to do.',
  permission: 'setting.write',
  body: z
    .object({ engine: RoadEngine.nullable().describe('The engine; null: the one of the installation.') })
    .meta({ id: 'AppEngineTest' }),
  response: z
    .object({ check: EngineCheck.nullable().describe('What it answered; null: the installation has none.') })
    .meta({ id: 'AppEngineTestAnswer' }),
})
