import type { TrackingUpdateData } from '@cartage/contract/inbound/tracking-update'
import {
  type Given,
  instantOf,
  numberOf,
  objectOf,
  objectsOf,
  positionOf,
  type Reading,
  textOf,
} from './readings.rules.ts'

/** One page of an rFMS 4 answer. */
export interface RfmsPage {
  readings: Reading[]
  /** The query of the next page; undefined after the last. */
  next: string | undefined
  /** When the service received this request, by its clock: the next poll continues from here. */
  served_at: string | undefined
  /** When the service received the last item of the page. */
  received_at: string | undefined
}

/** Vehicles known to the service, with plates but without measurements. */
export function readVehicles(answer: unknown): RfmsPage {
  const vehicles = objectsOf(objectOf(objectOf(answer)?.vehicleResponse)?.vehicles)
  const readings = vehicles.flatMap((one): Reading[] => {
    const vin = textOf(one.vin)
    if (vin === null) return []
    return [
      { source_id: vin, vin, plate: textOf(one.registrationNumber), label: textOf(one.customerVehicleName), data: [] },
    ]
  })
  return { readings, ...pagingOf(answer, vehicles, true) }
}

/** Positions: speed is not stored, degrees are WGS 84. A vehicle without a fix is listed without a position. */
export function readPositions(answer: unknown, isLatest: boolean): RfmsPage {
  const found = objectsOf(objectOf(objectOf(answer)?.vehiclePositionResponse)?.vehiclePositions)
  const readings = found.flatMap((one): Reading[] => readingOf(one, [{ position: fixOf(one.gnssPosition, one) }]))
  return { readings, ...pagingOf(answer, found, isLatest) }
}

/** Statuses: distance in metres, fuel in percent of the tank, and the position at that time. */
export function readStatuses(answer: unknown, isLatest: boolean): RfmsPage {
  const found = objectsOf(objectOf(objectOf(answer)?.vehicleStatusResponse)?.vehicleStatuses)
  const readings = found.flatMap((one): Reading[] => {
    const snapshot = objectOf(one.snapshotData)
    const timestamp = instantOf(one.createdDateTime)
    const position = fixOf(snapshot?.gnssPosition, one)
    if (timestamp === undefined) return readingOf(one, [{ position }])
    const metres = numberOf(one.hrTotalVehicleDistance)
    const percent = numberOf(snapshot?.fuelLevel1)
    const mileage = metres === undefined ? undefined : { timestamp, mileage_meter: metres }
    const fuel = percent === undefined ? undefined : { timestamp, fuel_level_percentage: percent }
    return readingOf(one, [{ position, mileage, fuel }])
  })
  return { readings, ...pagingOf(answer, found, isLatest) }
}

function fixOf(given: unknown, message: Given): TrackingUpdateData['position'] {
  const fix = objectOf(given)
  if (!fix) return undefined
  // The time of the fix; if missing, that of the message.
  const at = instantOf(fix.positionDateTime) ?? message.createdDateTime
  return positionOf({ at, latitude: fix.latitude, longitude: fix.longitude })
}

function readingOf(one: Given, data: TrackingUpdateData[]): Reading[] {
  const vin = textOf(one.vin)
  return vin === null ? [] : [{ source_id: vin, vin, data: data.filter((part) => Object.values(part).some(Boolean)) }]
}

/**
 * TELE-4: how the next page is requested: by the query of the service's link or, as defined by the standard, by the
 * last vehicle or the second after the last receipt. Host and path of a link are ignored.
 */
function pagingOf(answer: unknown, found: readonly Given[], isLatest: boolean): Omit<RfmsPage, 'readings'> {
  const { moreDataAvailable, moreDataAvailableLink, requestServerDateTime } = objectOf(answer) ?? {}
  const received = found.flatMap((one) => instantOf(one.receivedDateTime) ?? []).toSorted()
  const received_at = received.at(-1)
  const served_at = instantOf(requestServerDateTime)
  if (moreDataAvailable !== true && moreDataAvailable !== 'true') return { next: undefined, served_at, received_at }
  const linked = /\?([^#]+)/.exec(textOf(moreDataAvailableLink) ?? '')?.[1]
  return { next: linked ?? nextOf(found, isLatest, received_at), served_at, received_at }
}

function nextOf(found: readonly Given[], isLatest: boolean, received: string | undefined): string | undefined {
  if (isLatest) {
    const last = textOf(found.at(-1)?.vin)
    return last === null ? undefined : String(new URLSearchParams({ lastVin: last }))
  }
  if (received === undefined) return undefined
  const starttime = new Date(Date.parse(received) + 1_000).toISOString()
  return String(new URLSearchParams({ datetype: 'received', starttime }))
}
