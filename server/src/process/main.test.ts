import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { readEndpoint } from '../db/embedded/endpoint.ts'
import { freePort } from '../testing/free-port.ts'
import { newDataDir, runCartage, type Spawned, spawnCartage } from '../testing/spawn-cartage.ts'

const data = newDataDir()
afterAll(() => data.remove())
const shell = promisify(execFile)

function settings(port: number): Record<string, string> {
  return { DATA_DIR: data.path, PORT: String(port), LOG_LEVEL: 'info' }
}

/** Whether the postmaster of this data folder is running. */
function isDatabaseRunning(): boolean {
  try {
    const [pid] = readFileSync(join(data.path, 'cluster', 'postmaster.pid'), 'utf8').split('\n')
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}

async function serve(port: number, ...flags: string[]): Promise<Spawned> {
  const server = spawnCartage(['serve', ...flags], settings(port))
  await server.says(/Ctrl-C stops everything/)
  return server
}

/**
 * The three lines of the start block, run in one shell as pasted. The last one is repeated until the upload is applied.
 */
function pasted(block: string, program: string) {
  const lines = block.split('\n').filter((line) => /^(TOKEN=|UPLOAD=|curl )/.test(line))
  expect(lines).toHaveLength(3)
  const applied = `for turn in $(seq 40); do ANSWER=$(${lines[2]}); case "$ANSWER" in *IN_PROGRESS*) sleep 0.5;; *) break;; esac; done`
  return shell(program, ['-c', `${lines[0]}\n${lines[1]}\n${applied}\necho "$ANSWER"`])
}

test('the first start creates the demo tenant, its three lines work when pasted, and SIGTERM leaves nothing running', async () => {
  const server = await serve(await freePort())
  const { stdout } = await pasted(server.stdout(), 'bash')
  expect(JSON.parse(stdout.trim().split('\n').at(-1)!)).toMatchObject({ upload_status: 'COMPLETED' })
  expect(isDatabaseRunning()).toBe(true)
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0 })
  expect(isDatabaseRunning()).toBe(false)
})

test('the second start keeps the data and shows no secret; a second Ctrl-C does not interrupt the stop', async () => {
  const server = await serve(await freePort())
  expect(server.stdout()).toContain('npx cartage client create demo')
  expect(server.stdout()).not.toMatch(/client secret {2,}\S/)
  const listed = await runCartage(['client', 'list', 'demo', '--json'], settings(0))
  expect(JSON.parse(listed.stdout).clients).toHaveLength(1)
  server.child.kill('SIGINT')
  server.child.kill('SIGINT')
  expect(await server.ended).toMatchObject({ code: 0 })
  expect(server.stderr()).toMatch(/"msg":"stopped"/)
  expect(isDatabaseRunning()).toBe(false)
})

test('a busy port is reported in a sentence before anything is started', async () => {
  const other = createServer()
  const port = await freePort()
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
  const { code, stderr, stdout } = await runCartage(['serve'], settings(port))
  other.close()
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toBe(
    `Port ${port} on 127.0.0.1 is in use by another program. Stop it, or choose another port: PORT=${port + 1} npm start\n`,
  )
})

test('several processes share one database: the others continue when the first one, which owns it, stops', async () => {
  const [port, other] = [await freePort(), await freePort()]
  const first = await serve(port, '--no-work')
  const worker = spawnCartage(['work'], settings(0))
  const second = await serve(other, '--no-work')
  first.child.kill('SIGTERM')
  await first.ended
  const ready = await fetch(`http://127.0.0.1:${other}/readyz`)
  expect(ready.status).toBe(200)
  const seeded = await runCartage(['seed', '--orders', '3', '--json'], settings(0))
  expect(seeded.stdout).toBe('{"accepted":3}\n')
  await expect
    .poll(async () => (await (await fetch(`http://127.0.0.1:${other}/metrics`)).text()).includes('uploads_pending 0'), {
      timeout: 20_000,
      interval: 500,
    })
    .toBe(true)
  worker.child.kill('SIGTERM')
  second.child.kill('SIGTERM')
  const ends = await Promise.all([worker.ended, second.ended])
  expect(ends.map((end) => end.code)).toEqual([0, 0])
  expect(isDatabaseRunning()).toBe(false)
})

test('a process whose database was replaced stops by itself with advice', async () => {
  const server = await serve(await freePort())
  const admin = new pg.Client(readEndpoint(data.path))
  admin.on('error', () => {})
  await admin.connect()
  await admin.query('alter table company no force row level security')
  // As after a restart of PostgreSQL: new connections are checked.
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cartage'`)
  const { code, stderr } = await server.ended
  // Loops that end meanwhile may still log a line after it.
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Row security is not in force on company\. Run for each table: alter table company/m)
  expect(stderr).toContain('the database failed its checks: stopping')
  await admin.end().catch(() => {})
})
