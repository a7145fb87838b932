import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Counts, sum } from '../run.ts'
import type { Fleet } from './fleet.ts'
import type { Proof } from './proof.ts'
import type { World } from './world.ts'
import { uploadWhile, type Wreck } from './wreck.ts'

/** Kills of one round: each round has a world of its own, so that a long proof is a row of short ones. */
const mostKillsOfRound = 100
const longestRoundS = 420

interface Kills {
  readonly server: number
  readonly database: number
}

/** Kills server processes and PostgreSQL under upload load, then holds what is left against the invariants (OPS-3). */
export const uploads: Proof = {
  what: 'kills servers and PostgreSQL while orders are uploaded',
  forms: ['short', 'usual', 'deep'],
  async run(extent) {
    const server = extent.number('server-kills', { short: 8, usual: 50, deep: 800 })
    const database = extent.number('database-kills', { short: 2, usual: 10, deep: 200 })
    const rounds = Math.max(1, Math.ceil(server / mostKillsOfRound))
    const results: Counts[] = []
    for (let round = 0; round < rounds; round += 1) {
      const share = (count: number) => Math.ceil(((round + 1) * count) / rounds) - Math.ceil((round * count) / rounds)
      results.push(await uploadWhile(killing({ server: share(server), database: share(database) })))
    }
    return sum(results)
  },
}

function killing(kills: Kills): Wreck {
  return {
    async run({ fleet, world }) {
      await fleet.untilReady()
      const database = await killAll(world, fleet, kills)
      return {
        figures: { database_kills: database },
        wasEnough: fleet.deaths() >= kills.server && database >= kills.database,
      }
    },
  }
}

/** SIGKILL for the postmaster: its children notice and die, shared memory is gone, recovery runs at the next start. */
function killDatabase({ dataDir }: World): void {
  try {
    const pid = Number(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    console.log(`PostgreSQL was not there to kill: ${(error as Error).message}`)
  }
}

async function killAll(world: World, fleet: Fleet, kills: Kills): Promise<number> {
  const began = Date.now()
  let database = 0
  while ((fleet.deaths() < kills.server || database < kills.database) && Date.now() - began < longestRoundS * 1_000) {
    await sleep(1_000 + Math.random() * 1_500)
    fleet.killOne()
    const due = Math.ceil((fleet.deaths() / kills.server) * kills.database)
    if (database < kills.database && database < due) {
      await sleep(300 + Math.random() * 700)
      killDatabase(world)
      database += 1
      await sleep(2_000)
    }
  }
  return database
}
