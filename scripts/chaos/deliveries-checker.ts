import { deliveredInOrder, eventsDelivered, type ReceivedEvent, type Violation } from './checker.ts'

/** A file as a reader saw it: every observed size under its name. */
export interface SeenFile {
  name: string
  sizes: number[]
}

/** Observations of one folder during a run: files in order of appearance. */
export interface FolderSeen {
  folder: string
  looks: number
  files: SeenFile[]
}

/** Event expected at an endpoint. */
export interface ExpectedEvent {
  event_id: string
  entity_id: string
  sequence: number
  type: string
  /** Payload size in bytes. */
  size: number
}

/** A receiver in a run: expected and actual messages. */
export interface Reached {
  name: string
  expected: readonly ExpectedEvent[]
  /** For HTTP: requests answered 2xx, in order. */
  received?: readonly ReceivedEvent[]
  /** For SFTP or folders. */
  seen?: FolderSeen
}

/** Compares received with expected messages. An empty list is a pass. */
export function checkReached(reached: Reached): Violation[] {
  const { name, expected, seen } = reached
  const received = reached.received ?? (seen?.files ?? []).flatMap((file) => arrivalOf(file) ?? [])
  const events = expected.map((event) => ({ ...event, tenant_id: '' }))
  const found = [...eventsDelivered({ events, received }), ...deliveredInOrder({ received })]
  const files = seen ? [...filesComplete(seen, expected), ...expectedFiles(seen, expected)] : []
  return [...found, ...files].map(({ invariant, what }) => ({ invariant, what: `${name}: ${what}` }))
}

const fileName = /^[^_]+_([0-9a-f-]{36})_\d+_(\d+)_([0-9a-f-]{36})\.json$/

/** Event of a file, from its name. */
function arrivalOf({ name }: SeenFile): ReceivedEvent | undefined {
  const [, entity_id, sequence, event_id] = fileName.exec(name) ?? []
  if (event_id === undefined) return undefined
  return { entity_id: entity_id!, sequence: Number(sequence), event_id }
}

/** DLV-10: a partial file is never visible under its final name. */
function filesComplete({ files }: FolderSeen, expected: readonly ExpectedEvent[]): Violation[] {
  const sizes = new Map(expected.map((event) => [event.event_id, event.size]))
  return files.flatMap((file) => {
    const whole = sizes.get(arrivalOf(file)?.event_id ?? '')
    const partial = file.sizes.filter((size) => whole !== undefined && size !== whole)
    return partial.map((size) => ({
      invariant: 'DLV-10',
      what: `${file.name} was seen with ${size} of ${whole} bytes`,
    }))
  })
}

/** Exactly one file per event, and no others. */
function expectedFiles({ files }: FolderSeen, expected: readonly ExpectedEvent[]): Violation[] {
  const ids = new Set(expected.map((event) => event.event_id))
  const counts = new Map<string, number>()
  for (const file of files) {
    const id = arrivalOf(file)?.event_id ?? file.name
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return [...counts]
    .filter(([id, count]) => count > 1 || !ids.has(id))
    .map(([id, count]) => ({
      invariant: 'DLV-10',
      what: `${count} files of ${id}, which ${ids.has(id) ? 'is one event' : 'was never meant for it'}`,
    }))
}
