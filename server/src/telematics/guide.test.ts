import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { addTelematicsConnection, listTelematicsConnections } from '@cartage/contract/positions/app/connections'
import { afterAll, expect, test } from 'vitest'
import { resourceOf } from '../testing/data/fleet.ts'
import { guideBlocks } from '../testing/guides/blocks.ts'
import { createRfms } from '../testing/servers/rfms.ts'
import { startTestServer } from '../testing/start-test-server.ts'

const [tryRfms, forward, sendAsTraccar, sendUpdate] = guideBlocks()
  .filter(({ page }) => page.endsWith('/telematics.md'))
  .map(({ text }) => text) as [string, string, string, string]

const server = await startTestServer()
await server.app.listen({ port: 0, host: '127.0.0.1' })
const own = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`

const rfms = createRfms()
const now = new Date().toISOString()
rfms.positions = [{ vin: 'YS2R4X20005399401', at: now, received: now, latitude: 51, longitude: 4 }]
const service = createServer((request, response) => {
  const isKnown = request.headers.authorization === `Basic ${Buffer.from('USER:PASSWORD').toString('base64')}`
  const headers = { accept: request.headers.accept ?? '' }
  const asked = { url: `https://rfms.example${request.url}`, method: 'GET' as const, headers }
  const { status, body } = rfms.answer({ ...asked, body: '', timeout_ms: 1_000, whose: 'operator' })
  response.writeHead(isKnown ? (status ?? 500) : 401).end(body)
}).listen(0, '127.0.0.1')
afterAll(async () => {
  service.close()
  await server.close()
})

async function run(commands: string, given: Readonly<Record<string, string>>): Promise<string> {
  const script = Object.entries(given).reduce((text, [from, to]) => text.replaceAll(from, to), commands)
  return (await promisify(execFile)('bash', ['-e', '-c', script])).stdout
}

test('the command of the guide shows the response of an rFMS 4 service, as it is polled', async () => {
  const { port } = service.address() as AddressInfo
  const answer = await run(tryRfms, { 'https://rfms.example': `http://127.0.0.1:${port}` })
  expect(JSON.parse(answer)).toMatchObject({
    vehiclePositionResponse: { vehiclePositions: [{ vin: 'YS2R4X20005399401' }] },
  })
})

test('a position forwarded with the configuration of the guide belongs to the van', async () => {
  const tenant = await server.tenant()
  await resourceOf(tenant, { name: 'Van', van: { license_plate: '1-ABC-234' } })
  const admin = await tenant.user('SUPER_ADMIN')
  const facts = { base_url: null, sign_in: 'NONE', user_name: null, token_url: null } as const
  const body = { kind: 'TRACCAR', name: 'Boxes', ...facts, interval_seconds: 60, is_paused: false } as const
  const { token } = await admin(addTelematicsConnection, { body })
  const lines = new Map(
    forward
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s) as [string, string]),
  )
  expect(lines.get('forward.type')).toBe('json')
  expect(sendAsTraccar).toContain(`POST ${lines.get('forward.url')} `)
  expect(sendAsTraccar).toContain(`'${lines.get('forward.header')}'`)
  await run(sendAsTraccar, { 'https://tms.example': own, TOKEN: token! })
  const [connection] = (await admin(listTelematicsConnections, {})).items
  expect(connection!.sources).toMatchObject([{ source_key: '861585041440544', resource_name: 'Van' }])
  expect(connection!.sources[0]!.value).toMatchObject({ latitude: 51.22, accuracy_m: 8 })
})

test('the update of the guide is accepted for the vehicle with that name, and without one the missing match is reported', async () => {
  const tenant = await server.tenant()
  const { client_id, client_secret } = tenant.webhookCredential
  const given = { 'https://tms.example': own, 'CLIENT_ID:CLIENT_SECRET': `${client_id}:${client_secret}` }
  expect(JSON.parse(await run(sendUpdate, given)).errors).toHaveLength(1)
  await resourceOf(tenant, { name: '1-ABC-234', van: {} })
  expect((await run(sendUpdate, given)).includes('errors')).toBe(false)
})
