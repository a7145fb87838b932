import { decimalOf, type Fields, type Position, type Registration, recordsOf } from './fields.rules.ts'

/** Where a day of work began or ended, as the driver entered it. */
export interface Place {
  at: string
  /** 0 begin, 1 end; even numbers are begins. */
  type: number
  nation: string | null
  region: number
  odometer: number
  position: Position | null
}

/** A period in one vehicle. Odometers are km. */
export interface VehicleUse {
  from: string
  to: string | null
  vehicle: Registration
  odometerFrom: number
  odometerTo: number
  block: number | null
  /** Chassis number; null on cards of the first generation. */
  vin: string | null
}

/** Something that the tachograph found wrong, with the number of its kind. */
export interface Incident {
  type: number
  from: string
  to: string | null
  vehicle: Registration
}

/** Ferry or train, or out of the scope of the law. */
export interface Condition {
  at: string
  type: 'OUT_OF_SCOPE_BEGIN' | 'OUT_OF_SCOPE_END' | 'FERRY_BEGIN' | 'FERRY_END' | null
}

/** Where the vehicle was after three hours of driving. */
export interface Measured {
  at: string
  position: Position | null
  odometer: number
}

/** A tachograph that the card was in. */
export interface Unit {
  at: string
  manufacturer: number
  device: number
  software: string
}

const conditions = [null, 'OUT_OF_SCOPE_BEGIN', 'OUT_OF_SCOPE_END', 'FERRY_BEGIN', 'FERRY_END'] as const

type Read<Item> = (fields: Fields) => Item | null

/** Those that were written, in order. Buffers that wrap around are read whole, so that no pointer has to be believed. */
function written<Item extends { at: string } | { from: string }>(
  bytes: Uint8Array,
  length: number,
  read: Read<Item>,
): Item[] {
  const beginOf = (item: Item) => ('at' in item ? item.at : item.from)
  return recordsOf(bytes, length, read)
    .filter((item) => item !== null)
    .toSorted((one, other) => (beginOf(one) < beginOf(other) ? -1 : beginOf(one) > beginOf(other) ? 1 : 0))
}

/** EF Places. */
export function placesOf(bytes: Uint8Array, generation: 1 | 2): Place[] {
  return written(bytes.subarray(generation), generation === 1 ? 10 : 21, (fields) => {
    const [at, type, nation, region] = [fields.instant(), fields.number(1), fields.nation(), fields.number(1)]
    const odometer = fields.number(3)
    return at === null
      ? null
      : { at, type, nation, region, odometer, position: generation === 1 ? null : fields.place() }
  })
}

/** EF Vehicles_Used. */
export function vehiclesOf(bytes: Uint8Array, generation: 1 | 2): VehicleUse[] {
  return written(bytes.subarray(2), generation === 1 ? 31 : 48, (fields) => {
    const [odometerFrom, odometerTo, from, to] = [
      fields.number(3),
      fields.number(3),
      fields.instant(),
      fields.instant(),
    ]
    const [vehicle, block] = [fields.registration(), decimalOf(fields.digits(2))]
    const vin = generation === 1 ? null : fields.plain(17)
    return from === null ? null : { from, to, vehicle, odometerFrom, odometerTo, block, vin }
  })
}

/** EF Events_Data and EF Faults_Data. */
export function incidentsOf(bytes: Uint8Array): Incident[] {
  return written(bytes, 24, (fields) => {
    const [type, from, to, vehicle] = [fields.number(1), fields.instant(), fields.instant(), fields.registration()]
    return from === null ? null : { type, from, to, vehicle }
  })
}

/** EF Specific_Conditions; those of the first generation have no pointer before them. */
export function conditionsOf(bytes: Uint8Array, generation: 1 | 2): Condition[] {
  return written(bytes.subarray(generation === 1 ? 0 : 2), 5, (fields) => {
    const [at, type] = [fields.instant(), conditions[fields.number(1)] ?? null]
    return at === null ? null : { at, type }
  })
}

/** EF GNSS_Places. */
export function positionsOf(bytes: Uint8Array): Measured[] {
  return written(bytes.subarray(2), 18, (fields) => {
    const [at, position, odometer] = [fields.instant(), fields.place(), fields.number(3)]
    return at === null ? null : { at, position, odometer }
  })
}

/** EF VehicleUnits_Used. */
export function unitsOf(bytes: Uint8Array): Unit[] {
  return written(bytes.subarray(2), 10, (fields) => {
    const [at, manufacturer, device, software] = [fields.instant(), fields.number(1), fields.number(1), fields.plain(4)]
    return at === null ? null : { at, manufacturer, device, software }
  })
}
