import { isDeepStrictEqual } from 'node:util'
import type { ErrorItem } from '@cartage/contract/errors'
import { msg, type Sentence } from '@cartage/contract/message'
import type { CanonicalOrder } from '@cartage/contract/orders/canonical'
import { type KnownCompany, matchCompany } from '../companies/rules.ts'
import { errorItem } from '../http/problem.ts'
import { type KnownPlace, locationKey } from '../locations/rules.ts'
import { containerNumberWarning } from '../resources/container-number.rules.ts'
import type { RecordIds } from '../tenants/record-ids.rules.ts'
import type { Reference } from '../tenants/reference.views.ts'
import { forbiddenChanges, type OrderState, plannedStopChanges, type StopState } from './changes.rules.ts'
import { mergedDocument, type NewId, type OrderDocument, type StoredGood } from './content.rules.ts'
import { contentWarnings } from './intake/content-warnings.rules.ts'
import { contradictionsOf } from './intake/contradictions.rules.ts'
import { type Configured, type EntryReference, matchConfigured, nearestSentence, spell } from './matching.rules.ts'
import { activityLabel, type PlacedStop, placedStops, positionFaults } from './stops/sequence.rules.ts'

/** Records of the tenant that a batch of uploads refers to. */
export interface Surroundings {
  reference: Reference
  companies: readonly KnownCompany[]
  /** Suggestions for unmatched customers; empty when all matched. */
  customers: readonly KnownCompany[]
  /** Locations that uploads refer to by id. */
  places: ReadonlyMap<string, KnownPlace>
  newId: NewId
  /** Ids of imported orders. */
  ids: RecordIds
}

/** The current order, as far as planning needs it. */
export interface OrderBefore {
  status: OrderState
  company_id: string
  company_name: string
  company_status: string
  document: OrderDocument
  /** Stops with their trips. */
  stops: readonly (StopState & { trip_id?: string | null })[]
}

/** A stop ready to be stored. */
export interface PlannedStop extends PlacedStop {
  activity_label: string
  /** Null when the location was given by id. */
  match_key: Buffer | null
  location_id: string | null
}

/** An order ready to be stored. */
export interface OrderPlan {
  document: OrderDocument
  status: OrderState
  customer: KnownCompany
  stops: PlannedStop[]
  warnings: ErrorItem[]
}

/** Result of planning: a plan, or the errors. */
export type Planned = { plan: OrderPlan; faults?: undefined } | { plan?: undefined; faults: ErrorItem[] }

/**
 * Plans the order that an upload creates or changes. Nothing is written in case of errors, and the order_identifier
 * stays usable.
 * @param before undefined when the upload creates the order
 */
export function planOrder(upload: CanonicalOrder, before: OrderBefore | undefined, world: Surroundings): Planned {
  const incomplete = missingMembers(upload, before)
  if (incomplete.length > 0) return { faults: incomplete }
  const placed = withYard(upload, before?.document)
  if (!placed) {
    const message = 'needs container.container_scenario: IMPORT or EXPORT'
    return { faults: [errorItem('container_load_unload_stop', message, 'scenario_missing')] }
  }
  const planned = planDocument(mergedDocument(before?.document, placed, world.newId), before, world)
  planned.plan?.warnings.push(
    ...warningsOf(upload, world.reference),
    ...contradictionsOf(upload, world),
    ...contentWarnings(upload),
    ...replannedWarnings(before, planned.plan.document),
  )
  return planned
}

/**
 * Checks the resulting order and plans what to write, however the document was changed.
 * @param before undefined when the order is new
 */
export function planDocument(document: OrderDocument, before: OrderBefore | undefined, world: Surroundings): Planned {
  const customer = customerOf(document, before, world)
  const start: OrderState = document.order_status ?? 'TO_PLAN'
  const status = before && !isStart(before.status) ? before.status : startOf(before, start)
  const faults = [
    ...customerFaults(document, customer, before, status, world),
    ...referenceFaults(document, world.reference),
    ...placeFaults(document, world),
    ...positionFaults(document).map(({ path, message }) => errorItem(path, message, 'position')),
    ...(before ? forbiddenChanges(before.status, before.document, document, before.stops) : []).map(
      ({ path, message }) => errorItem(path, message, 'not_changeable'),
    ),
  ]
  if (faults.length > 0 || !customer) return { faults }
  const stops = placedStops(document).map((stop) => plannedStop(stop, world))
  return { plan: { document, status, customer, stops, warnings: [] } }
}

/**
 * An order keeps its company as long as uploads use the earlier reference, even when the company is renamed or
 * archived.
 */
function customerOf(document: OrderDocument, before: OrderBefore | undefined, world: Surroundings) {
  if (!before || !isDeepStrictEqual(document.customer, before.document.customer)) {
    return matchCompany(world.companies, document.customer)
  }
  const { company_id, company_name: name, company_status: status } = before
  return { company_id, name, status, code: null, accounting_code: null, is_customer: true }
}

function isStart(status: OrderState): boolean {
  return status === 'QUOTE' || status === 'TO_PLAN'
}

/**
 * Only an upload that states it turns a quote into an order or back: the document may be older than a change on a
 * screen.
 */
function startOf(before: OrderBefore | undefined, start: OrderState): OrderState {
  if (!before) return start
  return (before.document.order_status ?? 'TO_PLAN') === start ? before.status : start
}

function missingMembers(upload: CanonicalOrder, before: OrderBefore | undefined): ErrorItem[] {
  if (before) return []
  const missing = (['customer', 'consignments'] as const).filter((name) => upload[name] === undefined)
  return missing.map((name) => errorItem(name, 'is required: no order has this order_identifier yet', 'required'))
}

/** Adds the deprecated yard stop of an UPDATE without a scenario; undefined when the order has none. */
function withYard(upload: CanonicalOrder, before: OrderDocument | undefined): CanonicalOrder | undefined {
  const yard = upload.container_load_unload_stop
  if (!yard) return upload
  const scenario = upload.container?.container_scenario ?? before?.container?.container_scenario
  if (!scenario) return undefined
  const target = scenario === 'EXPORT' ? 'setup_stops' : 'teardown_stops'
  return { ...upload, [target]: upload[target] ?? [yard] }
}

function customerFaults(
  document: OrderDocument,
  customer: KnownCompany | undefined,
  before: OrderBefore | undefined,
  status: OrderState,
  world: Surroundings,
): ErrorItem[] {
  if (!customer) {
    const known = world.customers.map((company) => ({
      code: company.accounting_code ?? company.code,
      name: company.name,
    }))
    const message = msg`No customer has the ${spell(document.customer)}. ${nearestSentence(known, document.customer)}`
    return [errorItem('customer', message, 'unknown_customer')]
  }
  const isSettled = before && before.company_id === customer.company_id && before.status === status
  if (isSettled) return []
  const refusal = blockedCustomer(customer, status)
  return refusal ? [errorItem('customer', refusal, 'customer_status')] : []
}

/** ORD-13: why the status of a customer does not allow this order; undefined when it does. */
export function blockedCustomer(customer: KnownCompany, status: OrderState): Sentence | undefined {
  if (customer.status === 'BLOCKED') {
    return msg`${customer.name} is blocked and may not order. Ask an accountant to unblock the company.`
  }
  const onlyQuotes = customer.status === 'PROSPECT' || customer.status === 'NOT_APPROVED'
  if (!onlyQuotes || status === 'QUOTE') return undefined
  const standing = customer.status === 'PROSPECT' ? msg`a prospect` : msg`not approved`
  return msg`${customer.name} is ${standing} and can only request quotes. Send order_status QUOTE or approve the company.`
}

function referenceFaults(document: OrderDocument, reference: Reference): ErrorItem[] {
  const faults: ErrorItem[] = []
  const check = (known: readonly Configured[], given: EntryReference | undefined, path: string, noun: string) => {
    if (!given || (!given.code && !given.name) || matchConfigured(known, given)) return
    const message = msg`No ${noun} has the ${spell(given)}. ${nearestSentence(known, given)}`
    faults.push(errorItem(path, message, `unknown_${noun.replaceAll(' ', '_')}`))
  }
  check(reference.transportServices, document.transport_service, 'transport_service', 'transport service')
  check(reference.serviceLevels, document.service_level, 'service_level', 'service level')
  document.consignments.forEach(({ goods }, at) => {
    goods?.forEach((good, index) => {
      const path = `consignments.${at}.goods.${index}.packaging_type`
      check(reference.packagingTypes, good.packaging_type, path, 'packaging type')
      faults.push(...sizeFaults(good, reference, `${path}.packaging_size`))
    })
  })
  const activities = reference.customActivities.map(({ code, label }) => ({ code, name: label }))
  for (const { stop, path } of placedStops(document)) {
    if (!stop.custom_activity) continue
    check(activities, { code: stop.custom_activity }, `${path}.custom_activity`, 'custom activity')
  }
  return faults
}

/**
 * GOOD-1: a size with a code or name must be one of its packaging type; packaging types without configured sizes accept
 * any.
 */
function sizeFaults(good: StoredGood, reference: Reference, path: string): ErrorItem[] {
  const size = good.packaging_type?.packaging_size
  if (!size?.code && !size?.name) return []
  const packaging = matchConfigured(reference.packagingTypes, good.packaging_type ?? {})
  const sizes = packaging?.sizes ?? []
  if (sizes.length === 0 || matchConfigured(sizes, size)) return []
  const message = msg`The packaging has no size with the ${spell(size)}. ${nearestSentence(sizes, size)}`
  return [errorItem(path, message, 'unknown_packaging_size')]
}

function placeFaults(document: OrderDocument, world: Surroundings): ErrorItem[] {
  return placedStops(document).flatMap(({ stop, path }) => {
    const { id } = stop.location
    if (id === undefined || world.places.has(id)) return []
    return [
      errorItem(
        `${path}.location.id`,
        'No location has this id. Leave it out to match by address.',
        'unknown_location',
      ),
    ]
  })
}

function plannedStop(placed: PlacedStop, world: Surroundings): PlannedStop {
  const { stop, role } = placed
  const { id } = stop.location
  const custom = stop.custom_activity
    ? world.reference.customActivities.find(({ code }) => code.toLowerCase() === stop.custom_activity!.toLowerCase())
    : undefined
  return {
    ...placed,
    activity_label: activityLabel(role, stop, custom?.label),
    match_key: id === undefined ? locationKey(stop.location) : null,
    location_id: id ?? null,
  }
}

/** Warnings for accepted content that looks wrong. */
function warningsOf(upload: CanonicalOrder, reference: Reference): ErrorItem[] {
  const warnings: ErrorItem[] = []
  const number = upload.container?.container_number
  const warning = number ? containerNumberWarning(number) : undefined
  if (warning) warnings.push(errorItem('container.container_number', warning, 'container_number'))
  const source = upload.import_configuration?.code
  if (source && !matchConfigured(reference.importConfigurations, { code: source })) {
    const message = msg`No import configuration has the ${spell({ code: source })}. The upload was applied without one.`
    warnings.push(errorItem('import_configuration.code', message, 'unknown_import_configuration'))
  }
  return warnings
}

function replannedWarnings(before: OrderBefore | undefined, after: OrderDocument): ErrorItem[] {
  if (!before) return []
  return plannedStopChanges(before.document, after, before.stops).map(({ path, message }) =>
    errorItem(path, message, 'planned_stop_changed'),
  )
}

/** Whether this upload may create its customer (ORD-11). */
export function mayCreateCompany(upload: Pick<CanonicalOrder, 'import_configuration'>, reference: Reference): boolean {
  const source = matchConfigured(reference.importConfigurations, { code: upload.import_configuration?.code ?? 'API' })
  return source?.create_missing_companies ?? reference.createMissingCompanies
}
