import type { TrackPoint } from '../../server/src/positions/geofence.rules.ts'
import { type FencedStop, visitsOf } from '../../server/src/positions/geofence.rules.ts'
import { basicOf } from '../scratch.ts'
import { runLoad } from './load.ts'
import type { Plan } from './measures.ts'
import { median } from './processes.ts'
import type { World } from './world.ts'

/** Effect of positions on order uploads. */
export interface Positions {
  /** Seconds of each phase, with and without positions. */
  seconds: number
  upload_rate: number
  /** Positions accepted per second. */
  position_rate: number
  without_p99_ms: number
  with_p99_ms: number
  /** Median over the rounds of the rate with positions divided by the one without, in adjacent phases. */
  ratio: number
  /** Sent positions that are not stored, and refused messages. */
  lost: number
  refused: number
  /** Positions still waiting for their bundle of ten seconds when the load ended. */
  untold: number
  shuffled: Shuffled
}

/** Whether a shuffled stream with duplicates results in the same visits as one in order. */
export interface Shuffled {
  positions: number
  sent: number
  stops: number
  differences: number
}

const vehicles = 500
const perMessage = 50
const uploadsPerSecond = 100
const connections = 32

/**
 * Uploads at 100 per second, alternately without and with 500 positions per second, events on; then the shuffled
 * stream.
 */
export async function positions(world: World, plan: Plan, most = 100_000): Promise<Positions> {
  const seconds = plan.soakSeconds
  const fleet = await createVehicles(world, 0, vehicles)
  await Promise.all([upload(world, plan.warmSeconds), sendFor(world, fleet, plan.warmSeconds)])
  const rounds: { without: number; with: number; rate: number; positions: number }[] = []
  let refused = 0
  for (let round = 0; round < Math.max(1, Math.min(3, plan.rounds)); round += 1) {
    const calm = await upload(world, seconds)
    const [busy, sent] = await Promise.all([upload(world, seconds), sendFor(world, fleet, seconds)])
    refused += sent.refused + busy.non_2xx + calm.non_2xx
    const rate = busy.requests / (busy.duration_us / 1e6)
    rounds.push({ without: calm.p99_us, with: busy.p99_us, rate, positions: sent.positions / sent.seconds })
  }
  return {
    seconds,
    refused,
    upload_rate: median(rounds.map(({ rate }) => rate)),
    position_rate: median(rounds.map((round) => round.positions)),
    without_p99_ms: median(rounds.map(({ without }) => without)) / 1_000,
    with_p99_ms: median(rounds.map((round) => round.with)) / 1_000,
    ratio: median(rounds.map((round) => round.with / round.without)),
    untold: await count(world, 'position_outbox'),
    lost: fleet.sent - (await count(world, 'position_sample')),
    shuffled: await shuffledStream(world, most),
  }
}

interface Fleet {
  authorization: string
  names: string[]
  sent: number
}

async function createVehicles(world: World, tenant: number, many: number): Promise<Fleet> {
  const facts = world.tenants[tenant]
  const token = world.tokens[tenant]
  if (!facts || !token) throw new Error('comparing streams needs three tenants: set BENCH_TENANTS to 3 or more')
  const names = Array.from({ length: many }, (_, index) => `bench-vehicle-${index}`)
  const create = async (name: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ name, external_id: name, van: {} })
    const answer = await fetch(`${world.url}/v1/resources/resource`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`no vehicle: ${answer.status} ${await answer.text()}`)
    await answer.body?.cancel()
  }
  for (let first = 0; first < many; first += 20) await Promise.all(names.slice(first, first + 20).map(create))
  const authorization = basicOf(facts.webhook_credentials)
  return { authorization, names, sent: 0 }
}

/** Every vehicle once each second, spread over the second in messages of fifty. */
async function sendFor(world: World, fleet: Fleet, seconds: number) {
  const began = performance.now()
  const turns = fleet.names.length / perMessage
  let refused = 0
  let sent = 0
  const waiting: Promise<void>[] = []
  for (let turn = 0; turn < seconds * turns; turn += 1) {
    await until(began + (turn * 1_000) / turns)
    const first = (turn % turns) * perMessage
    const at = Date.now()
    const updates = fleet.names.slice(first, first + perMessage).map((name, index) => {
      const degrees = 50 + ((at / 1_000 + index) % 1_000) / 500
      return updateOf(name, [{ at, latitude: degrees, longitude: 4 + index / 100 }])
    })
    waiting.push(
      post(world, fleet, updates).then((isTaken) => {
        if (isTaken) sent += updates.length
        else refused += 1
      }),
    )
  }
  await Promise.all(waiting)
  fleet.sent += sent
  return { refused, positions: sent, seconds: (performance.now() - began) / 1_000 }
}

function until(moment: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, moment - performance.now())))
}

function updateOf(name: string, points: readonly TrackPoint[]) {
  return {
    tracking_match: { matches_any: [{ resource: { vehicle: { generic_id: { matches_any: [name] } } } }] },
    tracking_update_data: points.map(({ at, latitude, longitude }) => ({
      position: { timestamp: new Date(at).toISOString(), latitude, longitude },
    })),
  }
}

async function post(world: World, { authorization }: Fleet, updates: readonly object[]): Promise<boolean> {
  const headers = { authorization, 'content-type': 'application/json' }
  const body = JSON.stringify({ updates })
  const answer = await fetch(`${world.url}/v1/webhook/tracking-update`, { method: 'POST', headers, body })
  return answer.ok && (await answer.text()) === 'null'
}

let prefixes = 0

function upload(world: World, seconds: number) {
  prefixes += 1
  // Callers pause after a response. The response time is deducted, so that the rate is as chosen.
  const pause = Math.round((connections * 1_000) / uploadsPerSecond) - 20
  const args = [world.files.tokens, `P${process.pid}-${prefixes}`, world.files.body, String(pause)]
  return runLoad({ wrk: world.programs.wrk, url: world.url, script: 'upload.lua', args, seconds, connections })
}

async function count(world: World, table: string): Promise<number> {
  const { rows } = await world.client.query<{ count: number }>(`select count(*)::int as count from ${table}`)
  return rows[0]!.count
}

const half = 30_000
/** Samples between two departures: twenty minutes of driving, an hour at the stop. */
const samplesPerStop = 160
const drivingSamples = 40

/**
 * Sends the same track to two tenants, once in order and once shuffled with every third sample duplicated, and compares
 * the results.
 */
async function shuffledStream(world: World, most: number): Promise<Shuffled> {
  const track = drive(most)
  const shuffled = shuffle([...track, ...track.filter((_, index) => index % 3 === 0)])
  const ordered = await streamed(world, 1, track)
  const mixed = await streamed(world, 2, shuffled)
  const stops = stopsOf(most)
  const expected = visitsOf(track, stops, 3)
  const results = [ordered, mixed].map((one) => visitsOf(one, stops, 3))
  const differs = (index: number) => results.some((visits) => !isSame(visits[index], expected[index]))
  const differences = expected.filter((_, index) => differs(index)).length
  const seen = expected.filter(({ arrived_at }) => arrived_at !== null).length
  return { positions: most, sent: shuffled.length, stops: seen, differences }
}

function isSame(one: object | undefined, other: object | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

const degreesPerStop = 0.05

function drive(samples: number): TrackPoint[] {
  const start = Math.floor(Date.now() / half) * half - samples * half
  return Array.from({ length: samples }, (_, index) => {
    const place = Math.floor(index / samplesPerStop)
    const part = Math.min(1, (index % samplesPerStop) / drivingSamples)
    return { at: start + index * half, latitude: 45 + ((place + part) % 200) * degreesPerStop, longitude: 4 }
  })
}

function stopsOf(samples: number): FencedStop[] {
  const many = Math.ceil(samples / samplesPerStop)
  return Array.from({ length: many }, (_, place) => ({
    stop_id: `stop ${place}`,
    place: `place ${place}`,
    latitude: 45 + ((place + 1) % 200) * degreesPerStop,
    longitude: 4,
    radius_m: 300,
  }))
}

/** Deterministic, so that a run is repeatable (a linear congruential generator). */
function shuffle(points: readonly TrackPoint[]): TrackPoint[] {
  let seed = 42
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  const mixed = [...points]
  for (let index = mixed.length - 1; index > 0; index -= 1) {
    const other = next(index + 1)
    const kept = mixed[index]!
    mixed[index] = mixed[other]!
    mixed[other] = kept
  }
  return mixed
}

/** Sends a track to one vehicle of a tenant, and reads back the stored points. */
async function streamed(world: World, tenant: number, points: readonly TrackPoint[]): Promise<TrackPoint[]> {
  const fleet = await createVehicles(world, tenant, 1)
  for (let first = 0; first < points.length; first += 2_000) {
    const isTaken = await post(world, fleet, [updateOf(fleet.names[0]!, points.slice(first, first + 2_000))])
    if (!isTaken) throw new Error('a part of the stream was refused')
  }
  const { rows } = await world.client.query<TrackPoint>(
    `select extract(epoch from p.recorded_at)::float8 * 1000 as at, p.latitude, p.longitude
       from position_sample p join resource r using (tenant_id, resource_id)
       join tenant t using (tenant_id) where t.slug = $1 order by p.recorded_at`,
    [`bench-${tenant + 1}`],
  )
  return rows
}
