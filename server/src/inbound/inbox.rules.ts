import { errorItem, Problem } from '../http/problem.ts'
import { manyParts } from '../messages/inbox/groups.rules.ts'
import type { AimedItem, ItemInMessage } from '../messages/replay.rules.ts'
import type { Target } from '../messages/rules.ts'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A message with only one inbox item (SU-3, PU-1, TRK-1, DOC-4). If a record is chosen, it replaces the criteria that
 * matched nothing.
 * @param target undefined: unchanged
 * @throws Problem validation_failed when such an item cannot apply to such a record
 */
export function aimItem(given: ItemInMessage, target: Target | undefined): AimedItem {
  if (given.path === '') return wholeMessage(given, target)
  if (given.path === manyParts) return allParts(given, target)
  const aimed = target === undefined ? given.item : aimedItem(given, target)
  // An unmatched status is stored as a complete entry of a message.
  const isEntry = isObject(aimed) && ('stop' in aimed || 'stop_group' in aimed) && given.kind in statusKinds
  return { body: isEntry ? { updates: [aimed] } : pruned(given, aimed), query: given.query }
}

const statusKinds: Readonly<Record<string, true>> = { 'subco-status-update': true, 'fleet-status-update': true }

/** Messages that are replayed unchanged, with the order, supplier or stop that a person chose as extra data. */
const wholeKinds: Readonly<Record<string, Target['entity_type']>> = {
  'document-import': 'order',
  'e-invoicing': 'company',
  'driver-report': 'stop',
  'driver-card': 'resource',
}

/** A message that is one item. */
function wholeMessage({ kind, query, body }: ItemInMessage, target: Target | undefined): AimedItem {
  const whole = wholeKinds[kind]
  if (target === undefined) return { body: whole ? undefined : body, query }
  if (target.entity_type !== whole) throw unfit()
  return { body: undefined, query }
}

/** Many parts are retried together, without applied ones; they cannot apply to one chosen record. */
function allParts({ item, body, query }: ItemInMessage, target: Target | undefined): AimedItem {
  if (target !== undefined) throw unfit()
  const { paths } = item as { paths: readonly string[] }
  return {
    body: alongAll(
      body,
      paths.map((path) => path.split('.')),
    ),
    query,
  }
}

/** Like `along`, for the paths to several items: values on the path to any of them are kept. */
function alongAll(value: unknown, ways: readonly (readonly string[])[]): unknown {
  if (ways.some((steps) => steps.length === 0) || typeof value !== 'object' || value === null) return value
  const bySteps = [...Map.groupBy(ways, ([step]) => step!)]
  const follow = ([step, some]: (typeof bySteps)[number]) =>
    alongAll(
      (value as Json)[step],
      some.map((steps) => steps.slice(1)),
    )
  if (Array.isArray(value)) return bySteps.map(follow)
  const kept = Object.entries(value).filter(([name, reported]) => isNaming(name, reported))
  return { ...Object.fromEntries(kept), ...Object.fromEntries(bySteps.map((one) => [one[0], follow(one)])) }
}

const aims: Readonly<Record<string, (item: Json, target: Target, path: string) => Json | undefined>> = {
  'subco-status-update': aimStatus,
  'fleet-status-update': aimStatus,
  'partial-order-update': aimOrder,
  'tracking-update': aimResource,
  'location-booking-update': aimBooking,
  'intermodal-status': aimBooking,
}

function aimedItem({ kind, item, path }: ItemInMessage, target: Target): Json {
  const aimed = isObject(item) ? aims[kind]?.(item, target, path) : undefined
  if (!aimed) throw unfit()
  return aimed
}

/** The item is an entry of `updates`. */
function aimStatus(item: Json, { entity_type, entity_id }: Target): Json | undefined {
  if (entity_type !== 'stop' && entity_type !== 'stop_group') return undefined
  const reported = item.stop ?? item.stop_group
  if (!isObject(reported)) return undefined
  return { ...without(item, 'stop', 'stop_group'), [entity_type]: { ...without(reported, 'match'), id: entity_id } }
}

function aimOrder(item: Json, { entity_type, entity_id }: Target, path: string): Json | undefined {
  if (entity_type !== 'order' || path.split('.').length !== 2) return undefined
  const match = { matches_all: [{ order: { id: { matches_any: [entity_id] } } }] }
  return { ...without(item, 'id'), match }
}

/** Here the message itself has the chosen resource. */
function aimResource(item: Json, { entity_type }: Target): Json | undefined {
  return entity_type === 'resource' && 'tracking_match' in item ? item : undefined
}

function aimBooking(item: Json, { entity_type, entity_id }: Target): Json | undefined {
  if (entity_type !== 'booking') return undefined
  return { ...without(item, 'match', 'booking_id'), id: entity_id }
}

function without(value: Json, ...names: string[]): Json {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
}

function unfit(): Problem {
  const message = 'This item cannot be applied to such a record. Dismiss it, or ask the sender to resend it.'
  return new Problem('validation_failed', {
    message,
    errors: [errorItem('entity_type', message, 'unfit')],
  })
}

/** Members that identify the record; they are kept on the path to the item. */
const naming = new Set(['match', 'tracking_match', 'id', 'operation'])

/**
 * The body of a message reduced to the path to one item: of lists only the entry on the path, of objects the
 * identifying members and plain values. Without the body, a list `updates` with the item.
 */
function pruned({ path, body }: ItemInMessage, item: unknown): unknown {
  const steps = path.split('.')
  if (valueAt(body, steps) === undefined) return { updates: [item] }
  return along(body, steps, item)
}

function isNaming(name: string, reported: unknown): boolean {
  return naming.has(name) || typeof reported !== 'object' || reported === null
}

function valueAt(body: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((value, step) => (value as Json | undefined | null)?.[step], body)
}

function along(value: unknown, [step, ...rest]: readonly string[], item: unknown): unknown {
  if (step === undefined) return item
  if (Array.isArray(value)) return [along(value[Number(step)], rest, item)]
  const object = value as Json
  const kept = Object.entries(object).filter(([name, reported]) => name !== step && isNaming(name, reported))
  return { ...Object.fromEntries(kept), [step]: along(object[step], rest, item) }
}
