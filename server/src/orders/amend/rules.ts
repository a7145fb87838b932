import type { FieldMatchInput } from '@cartage/contract/inbound/matching'
import type {
  ConsignmentUpdate,
  GoodUpdate,
  OrderUpdate,
  StopUpdate,
  UnitUpdate,
} from '@cartage/contract/inbound/partial-order-update'
import type { CanonicalOrder, CanonicalStop } from '@cartage/contract/orders/canonical'
import {
  identifiedConsignment,
  identifiedCustoms,
  identifiedGood,
  mergedDocument,
  type NewId,
  type OrderDocument,
  type StoredConsignment,
  type StoredGood,
  type StoredStop,
  type StoredUnit,
} from '../content.rules.ts'
import { stopsOf, withAddedStops } from '../stops/sequence.rules.ts'
import {
  consignmentMembers,
  goodMembers,
  orderMembers,
  stopMembers,
  unitMembers,
  wholeConsignment,
  wholeGood,
  wholeStop,
} from './data.rules.ts'

/** A part of an update that was left out, with the reason. */
export interface AmendFault {
  /** Its path in the body, for example `updates.0.consignment.updates.1`. */
  path: string
  item: unknown
  reason: string
}

/** The subject of answers to questions in an update, and their path in the body. */
export interface Answered {
  path: string
  answers: Readonly<Record<string, unknown>>
  kind: 'ORDER' | 'CONSIGNMENT' | 'STOP' | 'GOOD' | 'HANDLING_UNIT'
  consignment_id?: string
  stop_id?: string
  good_id?: string
  handling_unit_id?: string
}

/** Result of a partial update on the document of an order. */
export interface Amended {
  document: OrderDocument
  isCancelled: boolean
  faults: AmendFault[]
  answered: Answered[]
}

/** State while one update is applied. */
interface Run {
  newId: NewId
  faults: AmendFault[]
  answered: Answered[]
  /** Added stops that still need a position in the sequence. */
  addedStops: Set<string>
}

/**
 * The document after a partial update (PU-1, PU-2): present members replace, absent ones are kept, and records inside a
 * consignment are changed one by one. A part that matches nothing is left out and reported; the others apply.
 * `planDocument` decides whether the resulting document is allowed.
 * @param path path of the update in the body, for example `updates.0`
 */
export function amendDocument(document: OrderDocument, update: OrderUpdate, path: string, newId: NewId): Amended {
  const run: Run = { newId, faults: [], answered: [], addedStops: new Set() }
  const isCancelled = update.update?.operation === 'DELETE'
  if (isCancelled) {
    const inside = update.consignment?.updates ?? []
    const reason = 'The order is cancelled by the same update, so nothing inside it is changed.'
    if (inside.length > 0) run.faults.push({ path: `${path}.consignment`, item: update.consignment, reason })
    return { document, isCancelled, faults: run.faults, answered: [] }
  }
  answers(run, path, update, { kind: 'ORDER' })
  const amended = amendMembers(document, update, newId)
  const consignments = amendList(run, consignmentLevel(run, document), amended.consignments, {
    updates: update.consignment?.updates,
    path: `${path}.consignment`,
  })
  const whole = withAddedStops({ ...amended, consignments }, run.addedStops)
  return { document: whole, isCancelled, faults: run.faults, answered: run.answered }
}

/** Merges like an upload with these members (decision 0007). */
function amendMembers(document: OrderDocument, { update }: OrderUpdate, newId: NewId): OrderDocument {
  if (update?.operation !== 'UPDATE' || !update.data) return document
  const members = orderMembers(update.data, document.import_export)
  return mergedDocument(document, members as CanonicalOrder, newId)
}

/** Members that updates of every level share. */
interface AnyUpdate {
  match?: { matches_all?: object[] | undefined } | null | undefined
  question_answers?: Record<string, unknown> | null | undefined
  update?: { operation: string; data?: unknown } | null | undefined
}

/** How records of one level are matched and changed. A returned sentence is the reason for a failure. */
interface Level<Thing, Update extends AnyUpdate> {
  noun: string
  /** The fields of a criterion, each with the values of the record. */
  fields(thing: Thing, criterion: Criterion<Update>): [wanted: FieldMatchInput | undefined, values: string[]][]
  make(data: DataOf<Update, 'CREATE'>): Thing | string
  change(thing: Thing, update: Exclude<NonNullable<Update['update']>, { operation: 'CREATE' | 'DELETE' }>): Thing
  /** Undefined when the record may be deleted, else the reason why not. */
  keeps?(thing: Thing, all: readonly Thing[]): string | undefined
  inside?(thing: Thing, update: Update, path: string): Thing
  about(thing: Thing): Omit<Answered, 'path' | 'answers'>
}

type Criterion<Update extends AnyUpdate> =
  NonNullable<Update['match']> extends { matches_all?: (infer One)[] | undefined } ? One : never
type DataOf<Update extends AnyUpdate, Operation> =
  Extract<NonNullable<Update['update']>, { operation: Operation }> extends { data: infer Data } ? Data : never

interface SentUpdates<Update> {
  updates: readonly Update[] | null | undefined
  path: string
}

/** Applies the updates of one list, one after the other. */
function amendList<Thing extends { id: string }, Update extends AnyUpdate>(
  run: Run,
  level: Level<Thing, Update>,
  things: readonly Thing[],
  { updates, path }: SentUpdates<Update>,
): Thing[] {
  let list = [...things]
  for (const [at, update] of (updates ?? []).entries()) {
    const here = `${path}.updates.${at}`
    const outcome = amendOne(run, level, list, update, here)
    if (typeof outcome === 'string') run.faults.push({ path: here, item: update, reason: outcome })
    else list = outcome
  }
  return list
}

function amendOne<Thing extends { id: string }, Update extends AnyUpdate>(
  run: Run,
  level: Level<Thing, Update>,
  list: Thing[],
  update: Update,
  path: string,
): Thing[] | string {
  const change = update.update
  const isNew = change?.operation === 'CREATE'
  const target = isNew ? level.make(change.data as DataOf<Update, 'CREATE'>) : theOne(level, list, update)
  if (typeof target === 'string') return target
  if (change?.operation === 'DELETE') {
    return level.keeps?.(target, list) ?? list.filter(({ id }) => id !== target.id)
  }
  const changed = change && !isNew ? level.change(target, change as Parameters<typeof level.change>[1]) : target
  const done = level.inside?.(changed, update, path) ?? changed
  answers(run, path, update, level.about(done))
  return isNew ? [...list, done] : list.map((one) => (one.id === done.id ? done : one))
}

/** PU-3: the record that matches all criteria; without criteria, the only record. */
function theOne<Thing, Update extends AnyUpdate>(
  { noun, fields }: Level<Thing, Update>,
  list: readonly Thing[],
  { match }: Update,
): Thing | string {
  if (!match) {
    if (list.length === 1) return list[0]!
    if (list.length === 0) return `There is no ${noun} to change.`
    return `There are ${list.length} ${noun}s and no match says which one to update. Add a match.`
  }
  const criteria = (match.matches_all ?? []) as Criterion<Update>[]
  const wanted = (thing: Thing) => criteria.flatMap((one) => fields(thing, one)).filter(([field]) => field)
  if (list[0] !== undefined && wanted(list[0]).length === 0) return 'The match has no criteria. Add one.'
  const found = list.filter((thing) => wanted(thing).every(([field, values]) => hasOne(field, values)))
  if (found.length === 1) return found[0]!
  if (found.length === 0) return `No ${noun} matches. Check the criteria.`
  return `More than one ${noun} matches. Add a criterion that only one of them meets.`
}

function hasOne(field: FieldMatchInput | undefined, values: readonly string[]): boolean {
  return (field?.matches_any ?? []).some((wanted) => values.includes(wanted))
}

function answers(run: Run, path: string, update: AnyUpdate, about: Omit<Answered, 'path' | 'answers'>): void {
  const given = update.question_answers
  if (given) run.answered.push({ ...about, path: `${path}.question_answers`, answers: given })
}

function consignmentLevel(run: Run, document: OrderDocument): Level<StoredConsignment, ConsignmentUpdate> {
  // Positions before the update, so that removals by earlier entries do not shift later ones.
  const places = document.consignments.map(({ id }) => id)
  return {
    noun: 'consignment',
    fields: (thing, { consignment }) => {
      const place = consignment?.order_sequence_number
      return [
        [consignment?.reference_number ?? undefined, listOf(thing.consignment_reference_number)],
        [place == null ? undefined : { matches_any: [String(place)] }, [String(places.indexOf(thing.id) + 1)]],
      ]
    },
    make: (data) => {
      const whole = wholeConsignment(data)
      if (!whole) return 'A new consignment needs a pickup_stop and a delivery_stop, and each stop a location.'
      const refusal = whole.standalone_stops?.map(activityFault).find((one) => one !== undefined)
      if (refusal) return refusal
      const created = identifiedConsignment(whole, undefined, run.newId)
      for (const stop of stopsOf(created)) run.addedStops.add(stop.id)
      return created
    },
    change: (thing, { data }) => {
      if (!data) return thing
      const { import_export, ...members } = consignmentMembers(data, thing)
      const customs = import_export && identifiedCustoms(import_export, thing.import_export, run.newId)
      return { ...thing, ...members, ...(customs && { import_export: customs }) }
    },
    keeps: (_, all) =>
      all.length > 1 ? undefined : 'An order keeps at least one consignment. Cancel the order instead.',
    inside: (thing, update, path) => amendConsignment(run, thing, update, path),
    about: ({ id }) => ({ kind: 'CONSIGNMENT', consignment_id: id }),
  }
}

function amendConsignment(
  run: Run,
  consignment: StoredConsignment,
  update: ConsignmentUpdate,
  path: string,
): StoredConsignment {
  const amended = { ...consignment }
  if (update.good?.updates) {
    const given = { updates: update.good.updates, path: `${path}.good` }
    amended.goods = amendList(run, goodLevel(run, consignment), consignment.goods ?? [], given)
  }
  if (update.stop?.updates) {
    const given = { updates: update.stop.updates, path: `${path}.stop` }
    const stops = amendList(run, stopLevel(run, consignment), stopsOf(consignment), given)
    // Pickup and delivery stay the first two: neither can be removed.
    amended.pickup_stop = stops[0]!
    amended.delivery_stop = stops[1]!
    if (stops.length > 2 || consignment.standalone_stops) amended.standalone_stops = stops.slice(2)
  }
  return amended
}

function stopLevel(run: Run, consignment: StoredConsignment): Level<StoredStop, StopUpdate> {
  const { pickup_stop, delivery_stop } = consignment
  const typeOf = ({ id }: StoredStop) =>
    id === pickup_stop.id ? ['PICKUP'] : id === delivery_stop.id ? ['DELIVERY'] : []
  return {
    noun: 'stop',
    fields: (thing, { stop }) => [
      [stop?.reference_number ?? undefined, listOf(thing.reference_number)],
      [stop?.stop_type ? { matches_any: [stop.stop_type] } : undefined, typeOf(thing)],
    ],
    make: (data) => {
      const whole = wholeStop(data)
      if (!whole) return 'A new stop needs a location.'
      const refusal = activityFault(whole)
      if (refusal) return refusal
      const created = { ...whole, id: run.newId() }
      run.addedStops.add(created.id)
      return created
    },
    change: (thing, { data }) => (data ? { ...thing, ...stopMembers(data) } : thing),
    keeps: (thing) =>
      typeOf(thing).length === 0
        ? undefined
        : 'A consignment keeps its pickup and its delivery stop. Delete the consignment instead.',
    about: ({ id }) => ({ kind: 'STOP', consignment_id: consignment.id, stop_id: id }),
  }
}

/** SEQ-3: standalone stops need an activity of their own. */
function activityFault(stop: CanonicalStop): string | undefined {
  if (stop.custom_activity || (stop.activity === 'CUSTOM' && stop.custom_activity_label)) return undefined
  if (stop.activity) return `A consignment has its ${stop.activity} stop already. Update that one.`
  return 'A stop other than pickup and delivery needs stop_type.code of a custom activity, or stop_activity.label.'
}

function goodLevel(run: Run, consignment: StoredConsignment): Level<StoredGood, GoodUpdate> {
  return {
    noun: 'good',
    fields: (thing, { good }) => [[lowered(good?.id), [thing.id]]],
    make: (data) => identifiedGood(wholeGood(data), undefined, run.newId),
    change: (thing, update) => {
      if (update.operation === 'REPLACE') return identifiedGood(wholeGood(update.data), thing, run.newId)
      return update.data ? { ...thing, ...goodMembers(update.data) } : thing
    },
    inside: (thing, update, path) => {
      if (!update.handling_unit?.updates) return thing
      const given = { updates: update.handling_unit.updates, path: `${path}.handling_unit` }
      const level = unitLevel(run, { consignment_id: consignment.id, good_id: thing.id })
      return { ...thing, handling_units: amendList(run, level, thing.handling_units ?? [], given) }
    },
    about: ({ id }) => ({ kind: 'GOOD', consignment_id: consignment.id, good_id: id }),
  }
}

function unitLevel(run: Run, of: { consignment_id: string; good_id: string }): Level<StoredUnit, UnitUpdate> {
  return {
    noun: 'handling unit',
    fields: (thing, { handling_unit }) => [[handling_unit?.barcode ?? undefined, barcodesOf(thing)]],
    make: (data) => ({ ...unitMembers(data), id: run.newId() }),
    change: (thing, update) => {
      if (update.operation === 'REPLACE') return { ...unitMembers(update.data), id: thing.id }
      return update.data ? { ...thing, ...unitMembers(update.data) } : thing
    },
    about: ({ id }) => ({ kind: 'HANDLING_UNIT', ...of, handling_unit_id: id }),
  }
}

/** Every barcode that identifies a unit. */
export function barcodesOf(unit: StoredUnit): string[] {
  const { barcode, alternative_barcodes = [] } = unit as StoredUnit & { alternative_barcodes?: { value?: string }[] }
  return [barcode, ...alternative_barcodes].flatMap((one) => listOf(one?.value))
}

function listOf(value: string | undefined): string[] {
  return value === undefined ? [] : [value]
}

/** Ids are stored in lower case. */
function lowered(field: FieldMatchInput | null | undefined): FieldMatchInput | undefined {
  return field ? { matches_any: (field.matches_any ?? []).map((id) => id.toLowerCase()) } : undefined
}
