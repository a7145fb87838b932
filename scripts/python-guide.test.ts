import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { addCompany, orderTenant } from '../server/src/testing/data/orders.ts'
import { freePort } from '../server/src/testing/free-port.ts'
import { guideBlocks } from '../server/src/testing/guides/blocks.ts'
import { addReceiver } from '../server/src/testing/servers/receiver.ts'
import { startTestServer } from '../server/src/testing/start-test-server.ts'

const run = promisify(execFile)
const hasPython = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0
const [library, order, list, endpoint] = guideBlocks()
  .filter(({ page, language }) => page === 'docs/guides/python.md' && language === 'python')
  .map(({ text }) => text)

const server = await startTestServer()
await server.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = server.app.server.address() as AddressInfo
const folder = mkdtempSync(join(tmpdir(), 'cartage-python-'))
writeFileSync(join(folder, 'cartage.py'), library!)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.close()
})

describe.runIf(hasPython)('the programs of the guide for Python', () => {
  test('upload an order, read a list and check the signature of a message', { timeout: 120_000 }, async () => {
    const tenant = await orderTenant(server)
    await addCompany(tenant, { code: 'MILL', name: 'Mill Lambert' })
    const receiver = await addReceiver(server, tenant)
    const env = {
      PATH: process.env.PATH,
      CARTAGE_URL: `http://127.0.0.1:${port}`,
      CARTAGE_ID: tenant.client.client_id,
      CARTAGE_SECRET: tenant.client.client_secret,
      WEBHOOK_SECRET: receiver.secret,
      PORT: String(await freePort()),
    }
    const program = async (text: string) => (await run('python3', ['-c', text], { cwd: folder, env })).stdout.trim()
    const draining = setInterval(() => void server.drain(), 200)
    expect(await program(order!).finally(() => clearInterval(draining))).toMatch(/^COMPLETED [0-9a-f-]{36}$/)
    const lines = (await program(list!)).split('\n')
    expect(lines).toEqual(expect.arrayContaining(['Mill Lambert', expect.stringMatching(/^not_found 404 ./)]))

    await server.drain()
    const [sent] = receiver.requests()
    const child = execFile('python3', ['-c', endpoint!], { cwd: folder, env })
    try {
      await once(child.stdout!, 'data')
      const post = (body: string) =>
        fetch(`http://127.0.0.1:${env.PORT}`, {
          method: 'POST',
          headers: sent!.headers as Record<string, string>,
          body,
        })
      expect((await post(String(sent!.body))).status).toBe(204)
      expect((await post('{}')).status).toBe(401)
    } finally {
      child.kill()
      await once(child, 'exit')
    }
  })
})
