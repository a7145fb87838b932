// Citus coordinator for tests: an existing one, or one started by a folder's scripts. The project includes none.
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run } from '../run.ts'

/** Shard count: enough to distribute, few enough to create quickly. */
const shards = 4

/** Message of a run without an engine. */
export const citusMissing =
  'Skipped: there is no Citus. Set CITUS_URL to the coordinator of a cluster with an empty database, or name a folder whose ' +
  'up.sh starts one and prints DATABASE_URL=… and whose down.sh stops it (--engine FOLDER, or CITUS_ENGINE).'

/** Coordinator with a distributed database. */
export interface Engine {
  url: string
  /** Folder of its nodes; undefined if it was already running. */
  folder: string | undefined
  stop(): Promise<void>
}

/**
 * Starts the given engine and distributes the tables over its nodes.
 * @returns undefined if none is given
 * @throws if it does not start, or cannot be distributed
 */
export async function startCitus(named: string | undefined): Promise<Engine | undefined> {
  const given = process.env.CITUS_URL
  const engine = named ?? process.env.CITUS_ENGINE
  if (given) return await spread({ url: given, folder: undefined, stop: async () => {} })
  if (engine === undefined || !existsSync(join(engine, 'up.sh'))) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'cartage-citus-'))
  const { code, stdout } = await run(join(engine, 'up.sh'), [folder], {}, true)
  const url = /^DATABASE_URL=(\S+)$/m.exec(stdout)?.[1]
  const stop = async () => {
    await run(join(engine, 'down.sh'), [folder, '--remove'], {}, true)
  }
  if (code !== 0 || url === undefined) {
    await stop()
    throw new Error(`${join(engine, 'up.sh')} ended with ${code} and printed no DATABASE_URL`)
  }
  return await spread({ url, folder, stop })
}

async function spread(engine: Engine): Promise<Engine> {
  const args = ['bin/cartage.js', 'distribute', '--yes', '--json', '--shards', String(shards)]
  const { code, stdout } = await run(process.execPath, args, { DATABASE_URL: engine.url }, true)
  if (code === 0) return engine
  await engine.stop()
  throw new Error(`the tables were not distributed (from ${root}): ${stdout}`)
}
