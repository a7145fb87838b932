import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { endpoints } from '@cartage/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { Cartage, operations } from '../client/src/index.ts'
import { addCompany, orderTenant } from '../server/src/testing/data/orders.ts'
import { freePort } from '../server/src/testing/free-port.ts'
import { addReceiver } from '../server/src/testing/servers/receiver.ts'
import { startTestServer } from '../server/src/testing/start-test-server.ts'
import { clientFiles } from './client-files/files.ts'

import { root } from './run.ts'

const run = promisify(execFile)
const server = await startTestServer()
await server.app.listen({ port: 0, host: '127.0.0.1' })
const url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
const folder = mkdtempSync(join(tmpdir(), 'cartage-client-'))
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.close()
})

/** The package as npm packs it, installed into an empty folder. */
async function install(): Promise<string> {
  await run('npm', ['pack', '-w', 'client', '--pack-destination', folder], { cwd: root })
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], { cwd: folder })
  return tarball!
}

/** Programs in the package's page, unchanged. */
function programsOf(page: string): string[] {
  return [...readFileSync(join(root, page), 'utf8').matchAll(/^```js\n(.*?)^```$/gms)].map(([, text]) => text!)
}

describe('@cartage/client', () => {
  test('CLIENT-29: has every operation of /v1, and nothing else', () => {
    expect(Object.keys(operations).sort()).toEqual(Object.keys(endpoints).sort())
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(Cartage.prototype))
    expect(methods.filter((name) => name !== 'constructor').sort()).toEqual(Object.keys(endpoints).sort())
    for (const [id, { method, path, auth }] of Object.entries(endpoints)) {
      expect(operations[id as keyof typeof operations]).toMatchObject({ id, method, path, auth })
    }
  })

  test('CLIENT-29: its files match the contract', () => {
    const stale = [...clientFiles()].filter(([path, text]) => readFileSync(join(root, path), 'utf8') !== text)
    expect(stale.map(([path]) => path)).toEqual([])
  })

  test('CLIENT-34: needs no other package', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8'))
    for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies']) {
      expect(manifest).not.toHaveProperty(kind)
    }
  })

  test('CLIENT-34: the packed package works in an empty folder, as its page describes', {
    timeout: 240_000,
  }, async () => {
    await install()
    expect(readdirSync(join(folder, 'node_modules', '@cartage', 'client')).sort()).toEqual([
      'LICENSE',
      'README.md',
      'dist',
      'package.json',
    ])
    const tenant = await orderTenant(server)
    await addCompany(tenant, { code: 'MILL', name: 'Mill Lambert' })
    const receiver = await addReceiver(server, tenant)
    const [order, lists, webhook] = programsOf('client/README.md')
    const env = {
      PATH: process.env.PATH,
      CARTAGE_URL: url,
      CARTAGE_ID: tenant.client.client_id,
      CARTAGE_SECRET: tenant.client.client_secret,
      WEBHOOK_SECRET: receiver.secret,
    }
    const runProgram = async (name: string, text: string) => {
      writeFileSync(join(folder, name), text)
      const { stdout } = await run(process.execPath, [name], { cwd: folder, env })
      return stdout.trim().split('\n')
    }
    const draining = setInterval(() => void server.drain(), 200)
    const ordered = await runProgram('order.js', order!).finally(() => clearInterval(draining))
    expect(ordered).toEqual([expect.stringMatching(/^COMPLETED [0-9a-f-]{36}$/)])
    const listed = await runProgram('lists.js', lists!)
    expect(listed).toEqual(expect.arrayContaining(['Mill Lambert', expect.stringMatching(/^\d+ order\.accepted$/)]))
    expect(listed.at(-1)).toMatch(/^not_found 404 .+/)

    await server.drain()
    const [sent] = receiver.requests()
    const port = await freePort()
    writeFileSync(join(folder, 'webhook.js'), webhook!)
    const child = execFile(process.execPath, ['webhook.js'], { cwd: folder, env: { ...env, PORT: String(port) } })
    try {
      await once(child.stdout!, 'data')
      const post = (body: string) =>
        fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers: sent!.headers as Record<string, string>, body })
      expect((await post(String(sent!.body))).status).toBe(204)
      expect((await post('{}')).status).toBe(401)
    } finally {
      child.kill()
      await once(child, 'exit')
    }
  })

  test('CLIENT-34: its types compile under the strictest settings', { timeout: 120_000 }, async () => {
    writeFileSync(
      join(folder, 'typed.ts'),
      [
        "import { Cartage, type OrderInput, Problem } from '@cartage/client'",
        'export async function send(cartage: Cartage, body: OrderInput): Promise<string | null> {',
        '  try {',
        '    const { upload_id } = await cartage.uploadOrder({ body })',
        '    for await (const { id, name } of cartage.each.listCompanies()) if (name === id) return id',
        '    return (await cartage.followUpload(upload_id)).order_id ?? null',
        '  } catch (error) {',
        "    return error instanceof Problem && error.code === 'rate_limited' ? error.message : null",
        '  }',
        '}',
        '// @ts-expect-error an operation that does not exist',
        'export const wrong = (cartage: Cartage) => cartage.removeEverything()',
        '// @ts-expect-error a member that is not in the interface',
        "export const unknown = (cartage: Cartage) => cartage.createCompany({ body: { name: 'a', currency: 'EUR', nmae: 'b' } })",
        '',
      ].join('\n'),
    )
    const options = { strict: true, exactOptionalPropertyTypes: true, module: 'nodenext', noEmit: true, types: [] }
    const compilerOptions = { ...options, target: 'es2022', lib: ['es2024', 'dom', 'dom.iterable'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['typed.ts'] }))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch((error) => error)
    expect(stdout).toBe('')
  })
})
