import { z } from 'zod'
import { endpoint, ofApplication } from '../endpoint.ts'
import { SensibleInstant } from '../reading/entered.ts'
import { UtcInstant, UuidOut } from '../scalars.ts'

/** Speed factors of the simulated clock. */
export const simulationSpeeds = [1, 10, 60, 600] as const
/** Simulated disruptions. */
export const simulationScenarios = ['late-boxes', 'illness', 'timeouts'] as const
/** Why a due trip is not driven. */
export const simulationReasons = [
  'DRAFT',
  'DECLINED',
  'NO_VEHICLE',
  'NO_DRIVER',
  'VEHICLE_AWAY',
  'DRIVER_AWAY',
] as const
/** Types of the latest event. */
export const simulationEvents = ['ARRIVED', 'LEFT', 'ETA', 'PAPER', 'RELEASED', 'ILL'] as const

const Speed = z.int().min(1).max(600).describe('How fast the clock goes: 1, 10, 60 or 600 times, or in between.')
const Seed = z.int().min(1).max(1_000_000).describe('The same seed and plan give the same day.')
const Scenarios = z.array(z.enum(simulationScenarios)).max(10).describe('What goes wrong on purpose.')

/** Running simulation. */
export const Simulation = z
  .object({
    state: z.enum(['RUNNING', 'PAUSED']).describe('Whether its clock goes.'),
    driven_by: z.enum(['SERVER', 'COMMAND']).describe('Who drives it: the server, or a command in a terminal.'),
    seed: Seed,
    scenarios: Scenarios,
    speed: Speed,
    clock_at: UtcInstant.describe('What its clock shows. It never runs ahead of the server.'),
    is_live: z.boolean().describe('Its clock and its reports have caught up with the server, so that it goes at 1 x.'),
    reported_until: UtcInstant.describe('Everything up to here was reported.'),
    sent: z.int().min(0).describe('Reports that were accepted.'),
    rejected: z.int().min(0).describe('Reports that were rejected; the inbox has the reasons.'),
    failure: z.string().nullable().describe('Why reports are not accepted at the moment. They are sent again.'),
    latest: z
      .array(
        z.object({
          at: UtcInstant.describe('When.'),
          event: z.enum(simulationEvents).describe('What happened.'),
          trip_id: UuidOut.nullable().describe('The trip.'),
          name: z.string().nullable().describe('Name of the trip or of the driver.'),
        }),
      )
      .describe('What happened last, newest first.'),
    waiting: z
      .array(
        z.object({
          trip_id: UuidOut.describe('The trip.'),
          name: z.string().describe('Name of the trip.'),
          reason: z.enum(simulationReasons).describe('Why it is not driven.'),
        }),
      )
      .describe('Trips whose time has come and that are not driven.'),
  })
  .meta({ id: 'AppSimulation' })
export type Simulation = z.output<typeof Simulation>

/** Whether a simulation is available, and the running one. */
export const SimulationState = z
  .object({
    is_offered: z.boolean().describe('The tenant holds the sample world, so that it can be brought to life.'),
    simulation: Simulation.nullable().describe('What runs; null: nothing.'),
  })
  .meta({ id: 'AppSimulationState' })
export type SimulationState = z.output<typeof SimulationState>

/** Options to start the simulation. */
export const SimulationStart = z
  .object({
    speed: Speed,
    seed: Seed.optional(),
    scenarios: Scenarios.optional(),
    from_at: SensibleInstant.optional().describe('Where its clock starts, at most 7 days ago; absent: now.'),
  })
  .meta({ id: 'AppSimulationStart' })

/** Changes of a running simulation. */
export const SimulationChange = z
  .object({
    speed: Speed.optional(),
    is_paused: z.boolean().optional().describe('Whether its clock stands still.'),
  })
  .meta({ id: 'AppSimulationChange' })

/** Simulation of the tenant. */
export const getSimulation = endpoint({
  ...ofApplication,
  id: 'getSimulation',
  method: 'GET',
  path: '/app/simulation',
  permission: 'setting.read',
  summary: 'Get the living world',
  response: SimulationState,
})

/** Starts the simulation of the sample data. */
export const startSimulation = endpoint({
  ...ofApplication,
  id: 'startSimulation',
  method: 'POST',
  creates: 'header',
  path: '/app/simulation/start',
  permission: 'setting.write',
  summary: 'Start the living world',
  description:
    'Trucks drive the trips of the sample world and report through the public webhooks. A tenant without the sample ' +
    'world, or with a living world: 409.',
  body: SimulationStart,
  response: SimulationState,
})

/** Changes the speed, pauses or resumes. */
export const changeSimulation = endpoint({
  ...ofApplication,
  id: 'changeSimulation',
  method: 'POST',
  path: '/app/simulation/change',
  permission: 'setting.write',
  summary: 'Pause the living world or change its speed',
  body: SimulationChange,
  response: SimulationState,
})

/** Ends the simulation: its credentials stop working at once. Reported data stays. */
export const removeSimulation = endpoint({
  ...ofApplication,
  id: 'removeSimulation',
  method: 'POST',
  path: '/app/simulation/remove',
  permission: 'setting.write',
  summary: 'Stop and remove the living world',
  description: 'Its credentials stop working at once. What was reported stays.',
  response: SimulationState,
})
