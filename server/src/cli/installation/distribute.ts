import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import { readConfig } from '../../config.ts'
import { distribute, type Plan, planDistribution } from '../../db/citus/distribute.ts'
import type { TableStep } from '../../db/citus/placement.ts'
import { DatabaseClient } from '../../db/client.ts'
import { migrate } from '../../db/migrate.ts'
import { completeConfig } from '../../process/start-context.ts'
import { CommandFailed, type Output, print, table, withJson } from '../command.ts'

interface DistributeOptions extends Output {
  yes?: boolean
  shards: number
}

/** `cartage distribute`. */
export function addDistribute(program: Command): void {
  withJson(program.command('distribute'))
    .description('spread the tables of tenants over the nodes of Citus; says what it would do, and does it with --yes')
    .option('--yes', 'do it')
    .option('--shards <number>', 'pieces the tables are cut into: as many nodes can share them', readShards, 32)
    .action(async (options: DistributeOptions) => {
      const url = completeConfig(readConfig()).database_url
      if (url === undefined)
        throw new CommandFailed('The embedded database has no nodes: set DATABASE_URL to the coordinator of Citus.')
      await migrate({ connectionString: url })
      const client = new DatabaseClient({ connectionString: url, application_name: 'cartage distribute' })
      await client.connect()
      try {
        await run(client, options)
      } finally {
        await client.end()
      }
    })
}

async function run(client: DatabaseClient, options: DistributeOptions): Promise<void> {
  const plan = await planDistribution(client)
  if (plan.refusals.length > 0) {
    print(options, { ...plan, is_done: false }, [...plan.refusals, 'No table was moved.'].join('\n'))
    process.exitCode = 1
    return
  }
  if (!options.yes) return print(options, { ...plan, is_done: isDone(plan) }, planText(plan, options.shards))
  const report = (step: string) => {
    if (!options.json) process.stdout.write(`${step}\n`)
  }
  await distribute(client, options.shards, report)
  const after = await planDistribution(client)
  print(
    options,
    { ...after, is_done: isDone(after) },
    'Done. Start cartage serve and cartage work again, and run cartage doctor.',
  )
}

function isDone({ tables, keys }: Plan): boolean {
  return keys === 0 && tables.every((step) => step.is_done)
}

function planText(plan: Plan, shards: number): string {
  const { tables, workers, keys } = plan
  if (isDone(plan)) return `Nothing to do: ${tables.length} tables are where they belong, on ${workers} nodes.`
  const rows = tables.map(({ table: name, to, is_done: isPlaced }) => ({
    table: name,
    place: words[to],
    state: isPlaced ? 'done' : 'to do',
  }))
  return [
    table(rows, ['table', 'place', 'state']),
    '',
    `The tables of tenants are cut into ${shards} pieces over ${workers} nodes. ${keys} foreign keys come off first and go back last.`,
    'Until it is done no process can use the database. Make a backup, stop cartage serve and cartage work, and run it with --yes.',
  ].join('\n')
}

const words: Readonly<Record<TableStep['to'], string>> = {
  distributed: 'by tenant, over the nodes',
  copied: 'whole, on every node',
  local: 'stays on the coordinator',
}

function readShards(text: string): number {
  const shards = Number(text)
  if (Number.isInteger(shards) && shards >= 1 && shards <= 512) return shards
  throw new InvalidArgumentError('It must be a number from 1 to 512.')
}
