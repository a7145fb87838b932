import { createHash } from 'node:crypto'
import { documentPdf } from '../../../../seeds/documents.ts'
import type { Message } from './world.rules.ts'

/** Sender: the board computers of the own fleet, a terminal, the sick line of the office, or a carrier by its id. */
export type Sender = 'FLEET' | 'TERMINAL' | 'OFFICE' | { carrier_id: string }

/** A request before it has its key. */
interface Draft {
  sender: Sender
  path: string
  body: object
  /** Reported messages. */
  messages: readonly Message[]
}

/** One request to the public interface. */
export interface SimulatedRequest extends Draft {
  /** Idempotency key: equal for equal contents. */
  key: string
}

type Of<Kind extends Message['kind']> = Extract<Message, { kind: Kind }>

const iso = (at: number) => new Date(at).toISOString()
const named = (external_id: string) => ({ generic_id: { matches_any: [external_id] } })

/**
 * Groups messages as real clients send them: reports of one sender in one request, measurements in another, each file
 * separately. Stops come first, so that positions find their trip under way.
 */
export function requestsOf(messages: readonly Message[]): SimulatedRequest[] {
  const of = <Kind extends Message['kind']>(...kinds: readonly Kind[]) =>
    messages.filter((one): one is Of<Kind> => (kinds as readonly string[]).includes(one.kind))
  const drafts: Draft[] = [
    ...of('ILL').map(illness),
    ...of('RELEASED').flatMap(release),
    ...reports(of('ARRIVED', 'LEFT', 'ETA')),
    ...tracking(of('POSITION', 'TEMPERATURE', 'TACHOGRAPH')),
    ...of('PAPER').map(paper),
  ]
  return drafts.map((draft) => ({ ...draft, key: keyOf(draft) }))
}

function keyOf({ path, body }: Draft): string {
  return `simulation-${createHash('sha256').update(path).update(JSON.stringify(body)).digest('hex').slice(0, 40)}`
}

function illness(one: Of<'ILL'>): Draft {
  return {
    sender: 'OFFICE',
    path: `/v1/resources/resource/${one.resource_id}/unavailability`,
    body: {
      reason: 'DRIVER_SICKNESS',
      start_time: second(one.at),
      end_time: second(one.until),
      description: 'Called in ill',
    },
    messages: [one],
  }
}

const second = (at: number) => `${iso(at).slice(0, 19)}Z`

function release(one: Of<'RELEASED'>): Draft[] {
  const { order_id } = one.stop
  if (order_id === null) return []
  const match = { matches_all: [{ order: { id: { matches_any: [order_id] } } }] }
  const update = { operation: 'UPDATE', data: { container: { pin_code: one.pin_code } } }
  return [
    {
      sender: 'TERMINAL',
      path: '/v1/webhook/partial-order-update',
      body: { updates: [{ match, update }] },
      messages: [one],
    },
  ]
}

function reports(all: readonly Of<'ARRIVED' | 'LEFT' | 'ETA'>[]): Draft[] {
  const bySender = Map.groupBy(all, ({ trip }) => trip.carrier_id ?? 'FLEET')
  return [...bySender].map(([name, own]) => {
    const isFleet = name === 'FLEET'
    return {
      sender: isFleet ? ('FLEET' as const) : { carrier_id: name },
      path: `/v1/webhook/${isFleet ? 'fleet' : 'subco'}-status-update`,
      body: { updates: own.map((one) => ({ stop: changedSince(one), event_time: iso(one.at) })) },
      messages: own,
    }
  })
}

function changedSince(one: Of<'ARRIVED' | 'LEFT' | 'ETA'>) {
  const id = one.stop.stop_id
  if (one.kind === 'ETA') return { id, eta_start: second(one.arrives), eta_end: second(one.leaves) }
  return { id, status: one.kind === 'ARRIVED' ? 'AT_STOP' : 'COMPLETED' }
}

function tracking(all: readonly Of<'POSITION' | 'TEMPERATURE' | 'TACHOGRAPH'>[]): Draft[] {
  if (all.length === 0) return []
  const byResource = Map.groupBy(all, (one) => `${one.kind === 'TACHOGRAPH' ? 'driver' : 'vehicle'} ${one.external_id}`)
  const updates = [...byResource.values()].map((own) => {
    const [{ kind, external_id }] = own as [(typeof own)[number]]
    const who = kind === 'TACHOGRAPH' ? { driver: named(external_id) } : { vehicle: named(external_id) }
    return { tracking_match: { matches_any: [{ resource: who }] }, tracking_update_data: own.map(sampleOf) }
  })
  return [{ sender: 'FLEET', path: '/v1/webhook/tracking-update', body: { updates }, messages: all }]
}

function sampleOf(one: Of<'POSITION' | 'TEMPERATURE' | 'TACHOGRAPH'>) {
  const timestamp = iso(one.at)
  if (one.kind === 'POSITION') return { position: { timestamp, ...one.place } }
  if (one.kind === 'TACHOGRAPH') return { tachograph: { timestamp, activity: one.activity } }
  const sensor = 'return air'
  return {
    temperature: {
      timestamp,
      temperatures: [{ sensor, temperature: one.degrees }],
      temperature_setpoints: [{ sensor, temperature: one.setpoint }],
    },
  }
}

const titles = { CMR: 'CMR', POD: 'Proof of delivery' } as const

function paper(one: Of<'PAPER'>): Draft {
  const { trip, stop, paper: type, signed } = one
  const number = stop.stop_id.slice(0, 8)
  const text = {
    title: titles[type],
    number,
    boxes: [{ caption: 'Stop', lines: [stop.stop_id] }],
    ...(type === 'POD' && { signed: { by: 'Warehouse', at: iso(signed).slice(0, 16).replace('T', ' ') } }),
  }
  const content = Buffer.from(documentPdf(text)).toString('base64')
  const isFleet = trip.carrier_id === null
  return {
    sender: isFleet ? 'FLEET' : { carrier_id: trip.carrier_id! },
    path: `/v1/webhook/${isFleet ? 'fleet' : 'subco'}-document-upload?question_path_key=${type}&stop_id=${stop.stop_id}`,
    body: { embedded_document: { content, content_type: 'application/pdf', filename: `${type}_${number}.pdf` } },
    messages: [one],
  }
}
