import type { TrackingUpdateResponse } from '@cartage/contract/inbound/tracking-update'
import { listPositions, listSamples } from '@cartage/contract/positions/app/fleet'
import { expect, test } from 'vitest'
import { messageFaults } from './document.ts'
import { hasOperator, subscribe } from './operator.ts'
import { openReceiver } from './receiver.ts'
import { admin } from './session.ts'
import { a, b, expectProblem, type Tenant, unique } from './world.ts'

const path = '/v1/webhook/tracking-update'

async function vehicle(tenant: Tenant, members: object = {}): Promise<{ id: string; external_id: string }> {
  const body = { name: unique('Vehicle'), external_id: unique('V'), van: {}, ...members }
  const answer = await tenant.post<{ id: string; external_id: string }>('/v1/resources/resource', body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString()
const byId = (kind: string, id: string) => ({ resource: { [kind]: { generic_id: { matches_any: [id] } } } })
const update = (match: object, ...data: object[]) => ({
  tracking_match: { matches_any: [match] },
  tracking_update_data: data,
})

async function send(tenant: Tenant, ...updates: object[]) {
  const answer = await tenant.webhook<TrackingUpdateResponse | null>(path, { body: { updates } })
  expect(answer.status, answer.text).toBe(200)
  return answer.body?.errors ?? []
}

test('TRK-1: samples of each kind are stored for the resource; the newest instant is the last value', async () => {
  const driver = await vehicle(a, { driver: {}, van: undefined })
  const van = await vehicle(a, { integrations: { telematics: { object_id: unique('unit') } } })
  const name = { resource: { vehicle: { name: { matches_any: ['nobody', van.external_id] } } } }
  const either = { matches_any: [name, byId('vehicle', van.external_id)] }
  const position = (minutes: number) => ({ timestamp: at(minutes), latitude: 51 + minutes / 100, longitude: 4.5 })
  const errors = await send(
    a,
    update(byId('driver', driver.external_id), { tachograph: { timestamp: at(1), activity: 'REST' } }),
    { tracking_match: either, tracking_update_data: [{ position: position(5) }, { position: position(2) }] },
    { tracking_match: either, tracking_update_data: [{ position: position(9), fuel: { timestamp: at(3) } }] },
  )
  expect(errors).toEqual([])
  const call = await admin(a)
  const { items } = await call(listPositions, {})
  const states = (id: string) => items.find(({ resource_id }) => resource_id === id)?.states
  expect(states(driver.id)).toMatchObject([{ kind: 'TACHOGRAPH', value: { activity: 'REST' } }])
  expect(states(van.id)).toMatchObject([{ kind: 'FUEL' }, { kind: 'POSITION', value: { latitude: 51.02 } }])
  const query = { from: at(60), to: at(0) }
  const history = await call(listSamples, { params: { resource_id: van.id }, query })
  expect(history.items.map(({ value }) => value.latitude)).toEqual([51.09, 51.05, 51.02])
})

test('TRK-1: samples without a resource, or for one of another tenant, are reported and the rest is stored', async () => {
  const [mine, theirs] = [await vehicle(a), await vehicle(b)]
  const sample = { mileage: { timestamp: at(1), mileage_meter: 7 } }
  const errors = await send(
    a,
    update(byId('vehicle', theirs.external_id), sample),
    update(byId('vehicle', mine.external_id), sample),
    update(byId('container', mine.external_id), sample),
  )
  expect(errors.map(({ error_type }) => error_type)).toEqual(['USER_INPUT_ERROR', 'USER_INPUT_ERROR'])
  const [own, foreign] = await Promise.all([admin(a), admin(b)].map(async (call) => (await call)(listPositions, {})))
  expect(own!.items.some(({ resource_id }) => resource_id === mine.id)).toBe(true)
  expect(foreign!.items.some(({ resource_id }) => resource_id === theirs.id)).toBe(false)
})

test('TRK-1: an instant without offset is refused and nothing is stored', async () => {
  const van = await vehicle(a)
  const local = { position: { timestamp: '2026-03-02T08:00:00', latitude: 1, longitude: 1 } }
  const body = { updates: [update(byId('vehicle', van.external_id), { fuel: { timestamp: at(1) } }, local)] }
  expectProblem(await a.webhook(path, { body }), 422)
  const { items } = await (await admin(a))(listPositions, {})
  expect(items.some(({ resource_id }) => resource_id === van.id)).toBe(false)
})

test.runIf(hasOperator)('TRK-1, ST-10: receivers are notified of each position once, in order', async () => {
  const receiver = await openReceiver()
  try {
    await subscribe(a.facts.tenant.slug, receiver.url)
    const van = await vehicle(a)
    const positions = [4, 3, 2].map((minutes) => ({
      position: { timestamp: at(minutes), latitude: 50 + minutes / 100, longitude: 5 },
    }))
    await send(a, update(byId('vehicle', van.external_id), ...positions))
    await send(a, update(byId('vehicle', van.external_id), ...positions))
    const about = () => receiver.messages.filter(({ text }) => text.includes(van.id))
    await expect.poll(() => about().length, { timeout: 20_000 }).toBe(1)
    const message = JSON.parse(about()[0]!.text)
    expect(messageFaults(about()[0]!.text)).toEqual([])
    expect(message.events.map((event: { update: object }) => event.update)).toMatchObject(
      [4, 3, 2].map((minutes) => ({ type: 'Position', position: { latitude: 50 + minutes / 100, longitude: 5 } })),
    )
  } finally {
    await receiver.close()
  }
})
