import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import type { UnavailabilityOutput } from '@cartage/contract/unavailabilities/endpoints'
import { afterAll, describe, expect, test } from 'vitest'
import { type Account, copyUnavailabilities } from './copy-unavailabilities.ts'
import { hasOperator } from './operator.ts'
import { cartage, setup, Tenant, type TenantFacts, unique, waitFor } from './world.ts'

/** Number of resources of the large run, from COPY_RESOURCES, for example 5000; otherwise it is not run. */
const many = Number(process.env.COPY_RESOURCES ?? 0)
const resourcePath = '/v1/resources/resource'
const unavailabilityPath = (resourceId: string) => `${resourcePath}/${resourceId}/unavailability`

interface Page {
  items: UnavailabilityOutput[]
  next_cursor: string | null
}

const started: ChildProcess[] = []
afterAll(async () => {
  for (const child of started) {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
})

/** A tenant that no other test writes to. */
async function ownTenant(baseUrl: string): Promise<{ tenant: Tenant; account: Account }> {
  const slug = unique('copy').slice(0, 30)
  const facts = await cartage<TenantFacts>('tenant', 'create', slug, '--no-limits')
  return { tenant: new Tenant(facts, baseUrl), account: { url: baseUrl, ...facts.api_client } }
}

/** Another process on the same database, whose lists have two entries per page. */
async function serverWithPagesOfTwo(): Promise<string> {
  const port = await freePort()
  const [program, ...args] = setup.command!
  const env = { ...process.env, HOST: '127.0.0.1', PORT: String(port), PAGE_SIZE: '2' }
  started.push(spawn(program!, [...args, 'serve', '--no-work'], { env, stdio: 'ignore' }))
  const baseUrl = `http://127.0.0.1:${port}`
  await waitFor(async () => (await fetch(`${baseUrl}/readyz`).catch(() => undefined))?.ok ?? false)
  return baseUrl
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** The same fleet on both sides, of which a third each matches by external id, by plate and by name only. */
function fleet(count: number, side: 'a' | 'b'): object[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `Resource ${index}`
    if (index % 3 === 0) return { name: `${name} of ${side}`, external_id: `E-${index}`, driver: {} }
    const plate = side === 'a' ? `1-ABC-${index}` : `1abc ${index}`
    if (index % 3 === 1) return { name: `${name} of ${side}`, tractor: { license_plate: plate } }
    return { name, driver: {} }
  })
}

async function createFleet(tenant: Tenant, resources: object[]): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < resources.length; at += 8) {
    const part = resources.slice(at, at + 8).map((resource) => tenant.post<{ id: string }>(resourcePath, resource))
    for (const answer of await Promise.all(part)) {
      expect(answer.status, answer.text).toBe(200)
      ids.push(answer.body.id)
    }
  }
  return ids
}

/** Creates `perResource` unavailabilities of every shape for each resource. */
async function fill(tenant: Tenant, ids: readonly string[], perResource: number): Promise<void> {
  const items = ids.flatMap((id, index) =>
    Array.from({ length: perResource }, (_, turn) => ({
      external_id: `${index}-${turn}`,
      resource: { id },
      start_time: `2026-0${1 + (turn % 9)}-01T06:00:00+02:00`,
      end_time: turn % 4 === 3 ? null : `2026-0${1 + (turn % 9)}-08T00:00:00Z`,
      reason: index % 3 === 1 ? 'VEHICLE_REPAIR' : 'DRIVER_HOLIDAY',
      description: turn % 2 === 0 ? '' : `„${turn}“`,
    })),
  )
  const body = { source: 'payroll', window: {}, items }
  const answer = await tenant.send<{ created: number }>('PUT', '/v1/resources/unavailability-sync', { body })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body.created).toBe(items.length)
}

/** All unavailabilities of these resources, without tenant-specific parts. */
async function everything(tenant: Tenant, ids: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (let at = 0; at < ids.length; at += 10) {
    const part = ids.slice(at, at + 10).map((id, index) => allOf(tenant, id, at + index))
    found.push(...(await Promise.all(part)).flat())
  }
  return found.sort()
}

async function allOf(tenant: Tenant, id: string, at: number): Promise<string[]> {
  const found: string[] = []
  let query = ''
  for (;;) {
    const { body } = await tenant.get<Page>(unavailabilityPath(id) + query)
    found.push(...body.items.map((item) => JSON.stringify({ ...item, id: '', external_id: '', at })))
    if (body.next_cursor === null) return found
    query = `?cursor=${body.next_cursor}`
  }
}

async function copyAndCompare(baseUrl: string, count: number, perResource: number): Promise<void> {
  const [from, to] = [await ownTenant(baseUrl), await ownTenant(baseUrl)]
  const ours = await createFleet(from.tenant, fleet(count, 'a'))
  const theirs = await createFleet(to.tenant, fleet(count, 'b'))
  const alone = await createFleet(from.tenant, [{ name: 'Only here', driver: {} }])
  await fill(from.tenant, ours, perResource)
  const byHand = { reason: 'DRIVER_TRAINING', start_time: '2026-05-01T00:00:00Z' }
  await to.tenant.post(unavailabilityPath(theirs[0]!), byHand)

  const copy = () => copyUnavailabilities(from.account, to.account)
  const none = { matched: count, unmatched: ['Only here'], created: 0, updated: 0, deleted: 0 }
  const total = count * perResource
  expect(await copy()).toEqual({ ...none, created: total, unchanged: 0 })
  const state = await everything(to.tenant, theirs)
  expect(state).toHaveLength(total + 1)
  expect(await copy()).toEqual({ ...none, unchanged: total })

  // One edit, one deletion and one addition, each on a different resource.
  const first = async (id: string) => (await from.tenant.get<Page>(unavailabilityPath(id))).body.items[0]!
  const [edited, removed] = [await first(ours[0]!), await first(ours[1]!)]
  const edit = { ...edited, description: 'edited' }
  await from.tenant.send('PUT', `${unavailabilityPath(ours[0]!)}/${edited.id}`, { body: edit })
  await from.tenant.send('DELETE', `${unavailabilityPath(ours[1]!)}/${removed.id}`)
  await from.tenant.post(unavailabilityPath(ours[2]!), { ...byHand, description: 'added' })
  expect(await copy()).toEqual({ ...none, created: 1, updated: 1, deleted: 1, unchanged: total - 2 })
  expect(await copy()).toEqual({ ...none, unchanged: total })

  const after = await everything(to.tenant, theirs)
  const [gone, come] = [notIn(state, after), notIn(after, state)]
  expect([gone.length, come.length]).toEqual([2, 2])
  expect(come.map((text) => (JSON.parse(text) as UnavailabilityOutput).description).sort()).toEqual(['added', 'edited'])
  const [source, target] = [await everything(from.tenant, ours), after]
  expect(notIn(source, target)).toEqual([])
  expect(notIn(target, source)).toHaveLength(1)
  expect(await everything(from.tenant, alone)).toEqual([])
}

/** Entries that occur more often in one list than in the other, with the difference. */
function notIn(some: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const other of others) counts.set(other, (counts.get(other) ?? 0) + 1)
  return some.filter((one) => {
    const left = counts.get(one) ?? 0
    counts.set(one, left - 1)
    return left <= 0
  })
}

describe.runIf(hasOperator)('a program that uses only the interface copies unavailabilities', () => {
  test('UNAV-4: first all of them, then only changed ones', { timeout: 120_000 }, async () => {
    await copyAndCompare(setup.baseUrl, 30, 3)
  })

  test('UNAV-6, PAGE-2: the copy is the same with two entries a page', { timeout: 120_000 }, async () => {
    await copyAndCompare(await serverWithPagesOfTwo(), 9, 5)
  })

  // Not a skipped test: it is only run on request.
  if (many > 0) {
    test(`UNAV-6: the copy is the same with ${many} resources`, { timeout: 1_800_000 }, async () => {
      await copyAndCompare(setup.baseUrl, many, 1)
    })
  }
})
