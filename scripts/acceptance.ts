// Runs the acceptance suite. Without BASE_URL it starts its own server. `--processes` starts two serving and two
// working processes on one database, `--standby` uses a primary with a synchronous standby as the database. Arguments
// select test files by parts of their names. With BASE_URL it runs against that server, with the tenants in TENANT_A
// and TENANT_B. `--citus` runs it on a Citus coordinator: that of CITUS_URL, or of a folder with up.sh and down.sh
// (`--engine FOLDER` or CITUS_ENGINE).
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startSshd, type TestSshd } from '../server/src/testing/servers/sshd.ts'
import { citusMissing, type Engine, startCitus } from './citus/engine.ts'
import { findPrograms, skipsExternal } from './external.ts'
import { type Counts, lastLine, root, runVitest } from './run.ts'
import { type Scratch, startScratch } from './scratch.ts'

const { values, positionals } = parseArgs({
  options: {
    processes: { type: 'boolean', default: false },
    standby: { type: 'boolean', default: false },
    citus: { type: 'boolean', default: false },
    engine: { type: 'string' },
  },
  allowPositionals: true,
})

async function runSuite(env: NodeJS.ProcessEnv): Promise<Counts> {
  const report = join(tmpdir(), `cartage-acceptance-${process.pid}.json`)
  return await runVitest('acceptance/vitest.config.ts', report, env, positionals)
}

/** Real OpenSSH server for SFTP tests; undefined if programs from outside npm are excluded. */
async function startSftp(): Promise<TestSshd | undefined> {
  if (skipsExternal()) return undefined
  return await startSshd((await findPrograms('sshd')).sshd)
}

function factsOf({ url, login, home, hostKey }: TestSshd): string {
  return JSON.stringify({ url, home, host_key: hostKey(), ...login })
}

async function prepare(scratch: Scratch, sftp: TestSshd | undefined): Promise<NodeJS.ProcessEnv> {
  // Sequentially: each is a process that attaches to the same database.
  const a = await scratch.createTenant('acceptance-a', '--no-limits')
  const b = await scratch.createTenant('acceptance-b', '--no-limits')
  const limited = await scratch.createTenant('acceptance-limited')
  return {
    ...scratch.env,
    ACCEPTANCE_URL: scratch.baseUrl,
    TENANT_A: JSON.stringify(a),
    TENANT_B: JSON.stringify(b),
    TENANT_LIMITED: JSON.stringify(limited),
    CARTAGE_CLI: JSON.stringify([process.execPath, join(root, 'bin/cartage.js')]),
    OPERATOR_URL: await scratch.startOperator(),
    ...(sftp && { SFTP_SERVER: factsOf(sftp) }),
  }
}

/** Engine on a Citus coordinator; undefined without one, which is printed and counts as skipped. */
async function onCitus(): Promise<Engine | undefined> {
  const engine = await startCitus(values.engine)
  if (engine === undefined) console.log(citusMissing)
  return engine
}

async function main(): Promise<Counts> {
  if (process.env.BASE_URL) return await runSuite({ ACCEPTANCE_URL: process.env.BASE_URL })
  if (!values.citus) return await onOwnServer(undefined)
  const engine = await onCitus()
  if (engine === undefined) return { passed: 0, failed: 0, skipped: 1 }
  try {
    return await onOwnServer(engine.url)
  } finally {
    await engine.stop()
  }
}

async function onOwnServer(databaseUrl: string | undefined): Promise<Counts> {
  const sftp = await startSftp()
  const scratch = await startScratch({ processes: values.processes, standby: values.standby, databaseUrl })
  try {
    const counts = await runSuite(await prepare(scratch, sftp))
    if (counts.failed > 0) process.stdout.write(`What the server logged:\n${scratch.log().slice(-8_000)}\n`)
    return counts
  } finally {
    await scratch.stop()
    await sftp?.stop()
  }
}

const counts = await main()
console.log(lastLine(counts))
process.exitCode = counts.failed > 0 || counts.passed + counts.skipped === 0 ? 1 : 0
