import { createHash } from 'node:crypto'
import type { PartialOrderMatchTarget } from '@cartage/contract/inbound/matching'
import type { OrderUpdate, OrderUpdateBody } from '@cartage/contract/inbound/partial-order-update'
import type { Answered } from '../../orders/amend/rules.ts'
import type { AnswerSubject, ItemAnswers } from '../answers/rules.ts'

/** One entry of the body with its path. */
export interface PlacedUpdate {
  path: string
  update: OrderUpdate
}

/** The entries of a body. */
export function updatesIn({ updates }: OrderUpdateBody): PlacedUpdate[] {
  return (updates ?? []).map((update, at) => ({ path: `updates.${at}`, update }))
}

/** Criteria of the order of an entry, including the deprecated id. */
export function orderTarget({ match, id }: OrderUpdate): PartialOrderMatchTarget {
  const byId = id ? [{ order: { id: { matches_any: [id] } } }] : []
  return { matches_all: [...(match?.matches_all ?? []), ...byId] }
}

interface Level {
  question_answers?: Record<string, unknown> | null | undefined
  update?: { operation: string } | null | undefined
}

/** Every level of an entry with its path: itself, consignments, goods, handling units, stops. */
function levelsIn(path: string, update: OrderUpdate): { path: string; level: Level }[] {
  const below = <One>(
    list: readonly One[] | null | undefined,
    at: string,
    inside: (one: One, path: string) => Placed[],
  ) => (list ?? []).flatMap((one, index) => inside(one, `${at}.updates.${index}`))
  const consignments = below(update.consignment?.updates, `${path}.consignment`, (consignment, here) => [
    { path: here, level: consignment },
    ...below(consignment.good?.updates, `${here}.good`, (good, at) => [
      { path: at, level: good },
      ...below(good.handling_unit?.updates, `${at}.handling_unit`, (unit, last) => [{ path: last, level: unit }]),
    ]),
    ...below(consignment.stop?.updates, `${here}.stop`, (stop, at) => [{ path: at, level: stop }]),
  ])
  return [{ path, level: update }, ...consignments]
}
type Placed = ReturnType<typeof levelsIn>[number]

/** All answers to questions in a message. */
export function answersIn(updates: readonly PlacedUpdate[]): ItemAnswers[] {
  return updates
    .flatMap(({ path, update }) => levelsIn(path, update))
    .filter(({ level }) => level.question_answers)
    .map(({ path, level }) => ({ path: `${path}.question_answers`, answers: level.question_answers }))
}

/**
 * The key under which a creating entry takes effect once; undefined for others, which may be repeated. It includes the
 * position in the message, so that two equal entries of one message create two records.
 */
export function creationKey({ path, update }: PlacedUpdate): string | undefined {
  const makes = levelsIn(path, update).some(({ level }) => level.update?.operation === 'CREATE')
  if (!makes) return undefined
  return `order-update:${createHash('sha256')
    .update(JSON.stringify([path, update]))
    .digest('base64url')}`
}

/** The subject of answers inside an order. */
export function subjectOf(orderId: string, answered: Answered): AnswerSubject {
  const { kind, stop_id, consignment_id, good_id, handling_unit_id } = answered
  return {
    kind,
    trip_id: null,
    order_ids: [orderId],
    stop_ids: stop_id === undefined ? [] : [stop_id],
    consignment_id,
    good_id,
    handling_unit_id,
  }
}
