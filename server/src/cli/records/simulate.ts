import { setTimeout as sleep } from 'node:timers/promises'
import { type SimulationState, simulationScenarios } from '@cartage/contract/app/simulation'
import { type Command, InvalidArgumentError } from 'commander'
import { byOperator } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import { onStopRequest } from '../../process/stopping.ts'
import { type Advanced, advance } from '../../sample/simulation/advance.jobs.ts'
import { mostSpeed } from '../../sample/simulation/clock.rules.ts'
import type { Scenario } from '../../sample/simulation/plan.rules.ts'
import { changeSimulation, removeSimulation, startSimulation } from '../../sample/simulation/switch.commands.ts'
import { readSimulationState } from '../../sample/simulation/views.ts'
import { splitList } from '../arguments.ts'
import { CommandFailed, type Output, print, withContext, withJson } from '../command.ts'
import { tenantIdOf } from '../tenant-of.ts'

interface Options extends Output {
  tenant: string
  url?: string
  speed: number
  seed: number
  scenario?: Scenario[]
  from?: string
  until?: string
}

/** State of the simulation. */
type Simulation = NonNullable<SimulationState['simulation']>

/** `cartage simulate`: runs a simulation from a terminal. */
export function addSimulate(program: Command): void {
  withJson(program.command('simulate'))
    .description('drive the sample world: trucks report through the public webhooks until Ctrl-C')
    .option('--tenant <slug>', 'tenant that holds the sample world', 'demo')
    .option('--url <url>', 'where the server is; this machine when left out')
    .option('--speed <times>', 'how fast its clock goes, 1 to 600', wholeUpTo(mostSpeed), 1)
    .option('--seed <number>', 'the same seed and plan give the same day', wholeUpTo(1_000_000), 1)
    .option('--scenario <names>', `comma-separated: ${simulationScenarios.join(', ')}`, readScenarios)
    .option('--from <instant>', 'where its clock starts, at most 7 days ago; now when left out', readInstant)
    .option('--until <instant>', 'where it ends; never when left out', readInstant)
    .action(async (options: Options) => {
      const result = await withContext((ctx) => simulate(ctx, options))
      const { sent, rejected, waiting, clock_at } = result
      const text = `The clock shows ${clock_at}. ${sent} reports accepted, ${rejected} rejected, ${waiting.length} trips waiting.`
      print(options, result, text)
    })
}

async function simulate(ctx: Context, options: Options): Promise<Simulation> {
  const tenantId = await tenantIdOf(ctx, options.tenant)
  await startOrResume(ctx, tenantId, options)
  const stop = new AbortController()
  const forget = onStopRequest(() => stop.abort())
  try {
    return await drive(ctx, tenantId, options, stop.signal)
  } finally {
    await removeSimulation(ctx, tenantId, byOperator)
    forget()
  }
}

/** Takes over the simulation of a killed command; one driven by the server is left alone. */
async function startOrResume(ctx: Context, tenantId: string, options: Options): Promise<void> {
  const { simulation } = await stateOf(ctx, tenantId)
  if (simulation?.driven_by === 'SERVER') {
    throw new CommandFailed('The server drives this world. Stop and remove it in the settings first.')
  }
  const { speed, seed, scenario: scenarios, from: from_at } = options
  if (simulation) {
    await changeSimulation(ctx, tenantId, byOperator, { speed, is_paused: false })
    return
  }
  const { port } = ctx.config
  const urls = [(options.url ?? `http://127.0.0.1:${port}`).replace(/\/+$/, '')]
  await startSimulation(ctx, tenantId, byOperator, { driven_by: 'COMMAND', speed, seed, scenarios, from_at, urls })
}

async function drive(ctx: Context, tenantId: string, { until }: Options, signal: AbortSignal): Promise<Simulation> {
  const holder = ctx.newId()
  let shown = ''
  for (;;) {
    const advanced: Advanced = await advance(ctx, tenantId, holder)
    const { simulation } = await stateOf(ctx, tenantId)
    if (!simulation) throw new CommandFailed('The simulation was removed.')
    shown = show(simulation, shown)
    if (advanced === 'FAILED' && isStranger(simulation.failure)) {
      throw new CommandFailed(
        `The server that answers does not know this installation: ${simulation.failure}. Name its address with --url.`,
      )
    }
    const isOver = until !== undefined && Date.parse(simulation.reported_until) >= Date.parse(until)
    if (signal.aborted || isOver) return simulation
    if (advanced !== 'MORE') await sleep(1_000, undefined, { signal }).catch(() => {})
  }
}

/** Whether the answering server rejects credentials that were just created: it uses another database. */
function isStranger(failure: string | null): boolean {
  return failure?.startsWith('401 ') ?? false
}

/** Prints new events to standard error, and why the simulation has stopped. */
function show({ latest, reported_until, sent, failure }: Simulation, before: string): string {
  const line = failure ?? latest[0]?.at ?? ''
  if (line === before) return before
  const last = latest[0] ? `${latest[0].event} ${latest[0].name ?? ''}`.trim() : 'nothing yet'
  process.stderr.write(
    `${reported_until}  ${failure === null ? last : `sent again later: ${failure}`}  (${sent} reports)\n`,
  )
  return line
}

function stateOf(ctx: Context, tenantId: string): Promise<SimulationState> {
  return ctx.db.asTenant(tenantId, (tx) => readSimulationState(tx, ctx.now().getTime()))
}

function wholeUpTo(most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (Number.isInteger(value) && value >= 1 && value <= most) return value
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`)
  }
}

function readScenarios(text: string): Scenario[] {
  return splitList(text).map((name) => {
    const known = simulationScenarios.find((one) => one === name)
    if (known === undefined)
      throw new InvalidArgumentError(`"${name}" is not one of ${simulationScenarios.join(', ')}.`)
    return known
  })
}

function readInstant(text: string): string {
  if (/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) && Number.isFinite(Date.parse(text))) return text
  throw new InvalidArgumentError('It must be an instant with offset, such as 2026-11-23T05:00:00Z.')
}
