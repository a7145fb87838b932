import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { postmasterIn } from '../../server/src/testing/servers/postgres.ts'
import { type Counts, sum } from '../run.ts'
import { type Load, untilAccepted } from './load.ts'
import type { Proof } from './proof.ts'
import type { World } from './world.ts'
import { type Scene, uploadWhile, type Wreck } from './wreck.ts'

/** Kills per round: each round has its own world, so that a long proof is a series of short ones. */
const mostKillsOfRound = 100
const longestRoundS = 1_200
/** Timeout for an accepted upload after a kill, even on a busy machine. */
const longestOutageMs = 120_000

interface Kills {
  readonly server: number
  readonly database: number
}

/** Kills server processes and PostgreSQL under upload load, then checks the invariants (OPS-3). */
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
    async run(scene) {
      await scene.fleet.untilReady()
      const database = await killAll(scene, kills)
      return {
        figures: { database_kills: database },
        wasEnough: scene.fleet.deaths() >= kills.server && database >= kills.database,
      }
    },
  }
}

/**
 * SIGKILL for the postmaster: its children notice and die, shared memory is lost, and recovery runs at the next start.
 * @returns false if it was not running
 */
function killDatabase({ dataDir }: World): boolean {
  try {
    return process.kill(postmasterIn(join(dataDir, 'cluster')), 'SIGKILL')
  } catch {
    return false
  }
}

/** Whether an upload sent from now on is accepted; prints if none is. */
async function isAccepting(load: Load): Promise<boolean> {
  try {
    await untilAccepted(load, performance.now(), { withinMs: longestOutageMs })
    return true
  } catch (error) {
    console.log((error as Error).message)
    return false
  }
}

/** Each kill follows an upload accepted since the last one: an idle server loses nothing. */
async function killAll({ world, fleet, load }: Scene, kills: Kills): Promise<number> {
  const began = Date.now()
  const isLeft = () => fleet.deaths() < kills.server || database < kills.database
  let database = 0
  while (isLeft() && Date.now() - began < longestRoundS * 1_000) {
    if (!(await isAccepting(load))) break
    await sleep(Math.random() * 1_000)
    const due = Math.ceil((fleet.deaths() / kills.server) * kills.database)
    if (database < Math.min(due, kills.database) && killDatabase(world)) database += 1
    else fleet.killOne()
  }
  return database
}
