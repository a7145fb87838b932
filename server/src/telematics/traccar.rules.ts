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

/** Parses a message forwarded by Traccar: one position and its device. Undefined when it names no device. */
export function readForward(body: unknown): Reading | undefined {
  const { device, position } = objectOf(body) ?? {}
  const fix = objectOf(position)
  const known = readDevice(objectOf(device) ?? {}) ?? deviceOf(fix)
  return known && { ...known, data: dataOf(fix) }
}

/** The last positions of all devices, with the data of each device. */
export function readTraccar(devices: unknown, positions: unknown): Reading[] {
  const byId = new Map<string, Reading>()
  for (const one of objectsOf(devices)) {
    const [id, known] = [textOf(one.id), readDevice(one)]
    if (id !== null && known) byId.set(id, known)
  }
  const heard = objectsOf(positions).flatMap((one): Reading[] => {
    const known = byId.get(textOf(one.deviceId) ?? '') ?? deviceOf(one)
    return known ? [{ ...known, data: dataOf(one) }] : []
  })
  return [...byId.values(), ...heard]
}

function readDevice(device: Given): Reading | undefined {
  const source_id = textOf(device.uniqueId) ?? textOf(device.id)
  if (source_id === null) return undefined
  const attributes = objectOf(device.attributes) ?? {}
  const plate = textOf(attributes.licensePlate) ?? textOf(attributes.plate)
  return { source_id, vin: textOf(attributes.vin), plate, label: textOf(device.name), data: [] }
}

function deviceOf(position: Given | undefined): Reading | undefined {
  const source_id = textOf(position?.deviceId)
  return source_id === null ? undefined : { source_id, data: [] }
}

/** Fix and odometer in metres; the speed in knots is not stored. */
function dataOf(position: Given | undefined): TrackingUpdateData[] {
  if (!position) return []
  const at = [position.fixTime, position.deviceTime, position.serverTime].find((one) => instantOf(one) !== undefined)
  const { latitude, longitude, accuracy } = position
  const attributes = objectOf(position.attributes) ?? {}
  const timestamp = instantOf(at)
  const metres = numberOf(attributes.odometer) ?? numberOf(attributes.totalDistance)
  const percent = numberOf(attributes.fuelLevel)
  const data: TrackingUpdateData = {
    position: positionOf({ at, latitude, longitude, accuracy }),
    mileage: timestamp && metres !== undefined ? { timestamp, mileage_meter: metres } : undefined,
    fuel: timestamp && percent !== undefined ? { timestamp, fuel_level_percentage: percent } : undefined,
  }
  return Object.values(data).some(Boolean) ? [data] : []
}
