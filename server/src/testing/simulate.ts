import type { FastifyInstance } from 'fastify'
import { sampleWorld } from '../../../seeds/world.ts'
import { byOperator } from '../audit/rules.ts'
import type { Context, Net, OutboundAnswer, OutboundRequest } from '../context.ts'
import { createFleet, createMasterData } from '../sample/master.jobs.ts'
import { createReceivers } from '../sample/receiver.jobs.ts'
import { advance } from '../sample/simulation/advance.jobs.ts'
import type { Scenario } from '../sample/simulation/plan.rules.ts'
import { startSimulation } from '../sample/simulation/switch.commands.ts'
import { readSimulationState } from '../sample/simulation/views.ts'

/** Address of the server under test for the simulation. */
export const ownAddress = 'https://own.example'

/** A network with the server under test at its own address; all other requests are recorded and accepted. */
export function netWithServer(app: () => FastifyInstance): {
  net: Net
  sent: OutboundRequest[]
  failNext(answers: Partial<OutboundAnswer>[]): void
} {
  const sent: OutboundRequest[] = []
  const failures: Partial<OutboundAnswer>[] = []
  const usual: OutboundAnswer = { status: 200, headers: {}, body: '', address: null, duration_ms: 1, failure: null }
  return {
    sent,
    failNext: (answers) => failures.push(...answers),
    net: {
      async send(request) {
        if (!request.url.startsWith(ownAddress)) {
          sent.push(request)
          return usual
        }
        const failure = failures.shift()
        if (failure) return { ...usual, ...failure }
        const { method, headers, body } = request
        const answer = await app().inject({ method, url: request.url.slice(ownAddress.length), headers, payload: body })
        const kept = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const)
        return { ...usual, status: answer.statusCode, body: answer.body, headers: Object.fromEntries(kept) }
      },
      refusal: async () => null,
      connect: () => Promise.reject(new Error('there is nothing to connect to')),
    },
  }
}

const chosen = /^sample-(tractor-0[1-3]|driver-0[1-3]|driver-4[1-4]|rigid-0[1-4]|trailer-0[1-5]|chassis-0[1-2])$/

/** The sample haulier with a handful of vehicles, and carriers that accept trips, but without orders. */
export async function createSmallHaulier(ctx: Context, tenantId: string): Promise<void> {
  const world = sampleWorld(ctx.now(), 0.1)
  await createMasterData(ctx, tenantId, world)
  await createFleet(
    ctx,
    tenantId,
    world.fleet.filter(({ members }) => chosen.test(members.external_id)),
  )
  await createReceivers(ctx, tenantId, 'https://127.0.0.1')
}

/** Starts the simulation of a tenant at 600 x, from a moment in the past. */
export async function startWorld(
  ctx: Context,
  tenantId: string,
  { from_at, seed = 1, scenarios }: { from_at: string; seed?: number; scenarios?: readonly Scenario[] },
): Promise<void> {
  const request = { driven_by: 'COMMAND', speed: 600, urls: [ownAddress], from_at, seed, scenarios } as const
  await startSimulation(ctx, tenantId, byOperator, request)
}

/** Runs it until its reports have reached a moment. The clock of the context must be at least there. */
export async function driveUntil(ctx: Context, tenantId: string, until: number, holder = 'test'): Promise<void> {
  for (;;) {
    const { simulation } = await ctx.db.asTenant(tenantId, (tx) => readSimulationState(tx, ctx.now().getTime()))
    if (Date.parse(simulation!.reported_until) >= until) return
    const advanced = await advance(ctx, tenantId, holder)
    if (advanced !== 'MORE')
      throw new Error(`the world is ${advanced}: ${simulation!.failure} at ${simulation!.reported_until}`)
  }
}
