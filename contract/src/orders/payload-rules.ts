import { msg, type Sentence } from '../message.ts'
import type { ConsignmentInput } from './consignment.ts'
import type { ContainerExtraFields } from './container.ts'
import type { GoodInput, PackagedItem } from './goods.ts'
import type { Entity } from './reference.ts'
import { adrSpelling, contradicts, goodSpellings, type Spelling } from './spellings.ts'
import type { StopInput } from './stop.ts'

/** One error of a body, at one path. */
export interface Fault {
  readonly path: PropertyKey[]
  readonly message: Sentence
}

/** Members of an upload that the rules read. */
interface Upload extends Partial<Record<StopList, readonly StopInput[] | null | undefined>> {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE'
  readonly customer?: Entity | null | undefined
  readonly consignments?: readonly ConsignmentInput[] | null | undefined
  readonly container?: ContainerExtraFields | null | undefined
  readonly container_number?: string | null | undefined
  readonly container_scenario?: 'IMPORT' | 'EXPORT' | null | undefined
  readonly container_type?: unknown
  readonly container_load_unload_stop?: StopInput | null | undefined
}
type StopList = 'setup_stops' | 'setup_input' | 'teardown_stops' | 'teardown_input'

type Path = readonly PropertyKey[]
type Placed<Thing> = { readonly path: Path; readonly value: Thing }

/**
 * Errors of an upload beyond its shape, one entry each. A cancellation is only checked for its identifier. Text that
 * cannot be stored is refused during parsing.
 */
export function payloadFaults(upload: Upload): Fault[] {
  const faults: Fault[] = []
  if (upload.operation === 'DELETE') return faults
  collectRequiredFaults(upload, faults)
  collectSpellingFaults(upload, faults)
  collectStandaloneFaults(upload, faults)
  return faults
}

function collectRequiredFaults(upload: Upload, faults: Fault[]): void {
  const { customer, consignments } = upload
  if (upload.operation === 'CREATE') {
    if (!customer) faults.push({ path: ['customer'], message: 'is required to create an order: send its code or name' })
    if (!consignments) faults.push({ path: ['consignments'], message: 'is required to create an order' })
  }
  if (customer && !customer.code && !customer.name) {
    faults.push({ path: ['customer'], message: 'must have a code or a name' })
  }
  if (consignments?.length === 0) {
    faults.push({ path: ['consignments'], message: 'must have at least one consignment' })
  }
}

function collectSpellingFaults(upload: Upload, faults: Fault[]): void {
  const { container } = upload
  report(
    faults,
    [],
    [
      {
        alternative: ['container_number'],
        canonical: 'container.container_number',
        given: upload.container_number,
        kept: container?.container_number,
      },
      {
        alternative: ['container_scenario'],
        canonical: 'container.container_scenario',
        given: upload.container_scenario,
        kept: container?.container_scenario,
      },
      {
        alternative: ['container_type'],
        canonical: 'container.container_type',
        given: upload.container_type,
        kept: container?.container_type,
      },
      { alternative: ['setup_input'], canonical: 'setup_stops', given: upload.setup_input, kept: upload.setup_stops },
      {
        alternative: ['teardown_input'],
        canonical: 'teardown_stops',
        given: upload.teardown_input,
        kept: upload.teardown_stops,
      },
    ],
  )
  collectYardFaults(upload, faults)
  upload.consignments?.forEach((consignment, at) => {
    consignment.goods?.forEach((good, index) => {
      collectGoodFaults(good, ['consignments', at, 'goods', index], faults)
    })
  })
}

/**
 * The deprecated yard stop becomes a setup or teardown stop, so it needs the scenario and must be consistent with it.
 */
function collectYardFaults(upload: Upload, faults: Fault[]): void {
  const yard = upload.container_load_unload_stop
  if (!yard) return
  const path = ['container_load_unload_stop']
  const scenario = upload.container?.container_scenario ?? upload.container_scenario
  if (!scenario) {
    if (upload.operation === 'CREATE') {
      faults.push({ path, message: 'needs container.container_scenario: IMPORT or EXPORT' })
    }
    return
  }
  const target = scenario === 'EXPORT' ? 'setup_stops' : 'teardown_stops'
  const listed = scenario === 'EXPORT' ? setupStops(upload) : teardownStops(upload)
  if (listed?.length && listed.every((stop) => contradicts(yard, stop))) {
    faults.push({ path, message: msg`differs from ${target}: send only one of them` })
  }
}

function collectGoodFaults(good: GoodInput, path: Path, faults: Fault[]): void {
  report(faults, path, goodSpellings(good))
  good.packaged_items?.forEach((item, index) => {
    if (item.adr) report(faults, [...path, 'packaged_items', index, 'adr'], [adrSpelling(item.adr)])
  })
  const adr = good.good_items?.adr
  if (!adr) return
  report(faults, [...path, 'good_items', 'adr'], [adrSpelling(adr)])
  const listed = substances(good.packaged_items)
  if (listed.length > 0 && listed.every((other) => contradicts(adr, other))) {
    faults.push({
      path: [...path, 'good_items', 'adr'],
      message: 'differs from packaged_items: send only one of them',
    })
  }
}

/** Dangerous substances among packaged items. */
export function substances(items: readonly PackagedItem[] | null | undefined) {
  return (items ?? []).flatMap((item) => (item.adr ? [item.adr] : []))
}

function report(faults: Fault[], path: Path, spellings: readonly Spelling[]): void {
  for (const { alternative, canonical, given, kept } of spellings) {
    if (contradicts(given, kept)) {
      faults.push({
        path: [...path, ...alternative],
        message: msg`differs from ${canonical}: send only one of them`,
      })
    }
  }
}

function setupStops(upload: Upload) {
  return upload.setup_stops ?? upload.setup_input
}

function teardownStops(upload: Upload) {
  return upload.teardown_stops ?? upload.teardown_input
}

/**
 * SEQ-1 and SEQ-3: with standalone stops, every stop has its own position, and standalone stops have a custom activity.
 */
function collectStandaloneFaults(upload: Upload, faults: Fault[]): void {
  const consignments = upload.consignments ?? []
  if (!consignments.some((consignment) => consignment.standalone_stops?.length)) return
  const seen = new Map<number, Path>()
  for (const { path, value: stop } of stopsOf(upload)) {
    const position = stop.position?.position
    if (position === undefined) {
      faults.push({ path: [...path, 'position'], message: 'is required on every stop when standalone stops are used' })
      continue
    }
    const earlier = seen.get(position)
    if (earlier) {
      const message = msg`${position} is already used by ${earlier.join('.')}: positions are unique in the order`
      faults.push({ path: [...path, 'position', 'position'], message })
    } else {
      seen.set(position, path)
    }
  }
  consignments.forEach((consignment, at) => {
    collectActivityFaults(consignment, ['consignments', at], faults)
  })
}

function collectActivityFaults(consignment: ConsignmentInput, path: Path, faults: Fault[]): void {
  consignment.standalone_stops?.forEach((stop, index) => {
    if (hasCustomActivity(stop)) return
    faults.push({
      path: [...path, 'standalone_stops', index, 'custom_activity'],
      message: 'is required on a standalone stop, or activity CUSTOM with custom_activity_label',
    })
  })
}

function hasCustomActivity(stop: StopInput): boolean {
  return Boolean(stop.custom_activity) || (stop.activity === 'CUSTOM' && Boolean(stop.custom_activity_label))
}

/** Every stop of the order once, with its path in the request. */
function stopsOf(upload: Upload): Placed<StopInput>[] {
  const setup = upload.setup_stops ? 'setup_stops' : 'setup_input'
  const teardown = upload.teardown_stops ? 'teardown_stops' : 'teardown_input'
  const stops = [...listed(setupStops(upload), [setup]), ...listed(teardownStops(upload), [teardown])]
  if (upload.container_load_unload_stop && stops.length === 0) {
    stops.push({ path: ['container_load_unload_stop'], value: upload.container_load_unload_stop })
  }
  upload.consignments?.forEach((consignment, at) => {
    const path = ['consignments', at]
    stops.push({ path: [...path, 'pickup_stop'], value: consignment.pickup_stop })
    stops.push({ path: [...path, 'delivery_stop'], value: consignment.delivery_stop })
    stops.push(...listed(consignment.standalone_stops, [...path, 'standalone_stops']))
  })
  return stops
}

function listed(stops: readonly StopInput[] | null | undefined, path: Path): Placed<StopInput>[] {
  return (stops ?? []).map((value, index) => ({ path: [...path, index], value }))
}
