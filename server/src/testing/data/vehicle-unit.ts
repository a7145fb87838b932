import type { Change } from '../../tachograph/card/activities.rules.ts'
import type { CardUse, UnitDay } from '../../tachograph/unit/days.model.ts'
import type { VehicleUnit } from '../../tachograph/unit/rules.ts'

// Written from annex 1C (appendices 1 and 7) alone: no number or length is shared with the reader under test.

/** Kinds of records (appendix 1, 2.120). */
const kinds = {
  ...{ change: 0x01, now: 0x03, odometer: 0x05, date: 0x06, signature: 0x08, condition: 0x09, vin: 0x0a, plate: 0x0b },
  ...{ calibration: 0x0c, cardUse: 0x0d, lock: 0x10, control: 0x11, speed: 0x12, period: 0x13, event: 0x15 },
  ...{ fault: 0x18, identification: 0x19, overspeedControl: 0x1a, overspeed: 0x1b, place: 0x1c, adjustment: 0x1e },
  registration: 0x24,
}
const nations: Readonly<Record<string, number>> = { BE: 6, DE: 13, FR: 17, NL: 38 }
const numberOfNation = (nation: string | null) => (nation === null ? 0 : nations[nation]!)
const modes = ['REST', 'AVAILABLE', 'WORK', 'DRIVING']

/** Version of the generated answers: the first generation, or a version of the second. */
export type UnitVersion = 'G1' | 'G2V1' | 'G2V2'

const number = (value: number, bytes: number) => {
  const written = Buffer.alloc(bytes)
  if (bytes > 0) written.writeUIntBE(value, 0, bytes)
  return written
}
const instant = (at: string | null) => number(at === null ? 0 : Date.parse(at) / 1000, 4)
const plain = (text: string, bytes: number) => Buffer.from(text.padEnd(bytes).slice(0, bytes), 'latin1')
const text = (value: string, bytes: number) => Buffer.concat([number(1, 1), plain(value, bytes - 1)])
const card = (nation: string | null, value: string) =>
  Buffer.concat([number(1, 1), number(numberOfNation(nation), 1), plain(value, 16)])

const use = (of: CardUse, isSecond: boolean) =>
  Buffer.concat([
    ...[text(of.surname, 36), text(of.firstNames, 36), card(of.nation, of.number), number(1, isSecond ? 1 : 0)],
    ...[instant('2030-01-01T00:00:00Z'), instant(of.insertedAt), number(1000, 3), number(of.isCoDriver ? 1 : 0, 1)],
    ...[instant(of.withdrawnAt), number(1100, 3), Buffer.alloc(isSecond ? 20 : 19), number(0, 1)],
  ])

const change = ({ isCoDriver, isCrew, isInserted, mode, minute }: Change) => {
  const bits = (isCoDriver ? 0x8000 : 0) | (isCrew ? 0x4000 : 0) | (isInserted ? 0 : 0x2000)
  return number(bits | (modes.indexOf(mode) << 11) | minute, 2)
}

interface List {
  kind: number
  length: number
  records: readonly Buffer[]
  /** Size of the record count in the first generation, in bytes. */
  count: 0 | 1 | 2
}

const list = (kind: number, count: List['count'], records: readonly Buffer[], length?: number): List => ({
  ...{ kind, count, records, length: length ?? records[0]?.length ?? 0 },
})

function section(part: number, version: UnitVersion, lists: readonly List[]): Buffer {
  const first = { G1: 0, G2V1: 0x20, G2V2: 0x30 }[version]
  const head = Buffer.from([0x76, first + part])
  if (version === 'G1') {
    const written = lists.flatMap(({ count, records }) => [
      count === 0 ? Buffer.alloc(0) : number(records.length, count),
      ...records,
    ])
    return Buffer.concat([head, ...written, Buffer.alloc(128, 0x5a)])
  }
  const signature = list(kinds.signature, 0, [Buffer.alloc(64, 0x5a)])
  const written = [...lists, signature].flatMap(({ kind, length, records }) => [
    ...[number(kind, 1), number(length, 2), number(records.length, 2)],
    ...records,
  ])
  return Buffer.concat([head, ...written])
}

/** The chassis number and the time of the download are ignored by the reader. */
const [chassis, readAt] = [plain('YV2RT40A1XB123456', 17), instant('2026-11-24T08:00:00Z')]

function overview({ vehicle }: VehicleUnit, version: UnitVersion): Buffer {
  const plate = text(vehicle?.plate ?? '', 14)
  const registration = Buffer.concat([number(numberOfNation(vehicle?.nation ?? null), 1), plate])
  if (version === 'G1') {
    return section(1, version, [
      ...[list(0xff, 0, [Buffer.alloc(388)]), list(kinds.vin, 0, [chassis])],
      ...[list(kinds.registration, 0, [registration]), list(kinds.now, 0, [readAt])],
      ...[list(kinds.period, 0, [Buffer.alloc(8)]), list(0xff, 0, [Buffer.alloc(59)])],
      ...[list(kinds.lock, 1, [Buffer.alloc(98)]), list(kinds.control, 1, [])],
    ])
  }
  return section(1, version, [
    ...[list(4, 0, [Buffer.alloc(200)]), list(kinds.vin, 0, [chassis])],
    version === 'G2V1' ? list(kinds.plate, 0, [plate]) : list(kinds.registration, 0, [registration]),
    list(kinds.now, 0, [readAt]),
  ])
}

/** Start place of a working day: ignored by the reader, which must still find the next part. */
const placed = (version: UnitVersion) =>
  Buffer.concat([
    ...[card('NL', 'NL12345678901200'), number(1, version === 'G1' ? 0 : 1), instant('2026-11-23T05:31:00Z')],
    ...[number(0, 1), number(numberOfNation('NL'), 1), number(0, 1), number(123_456, 3)],
    Buffer.alloc({ G1: 0, G2V1: 11, G2V2: 12 }[version]),
  ])

function day({ date, cards, changes }: UnitDay, version: UnitVersion): Buffer {
  const isSecond = version !== 'G1'
  return section(2, version, [
    list(kinds.date, 0, [instant(`${date}T00:00:00Z`)]),
    list(kinds.odometer, 0, [number(123_456, 3)]),
    list(
      kinds.cardUse,
      2,
      cards.map((one) => use(one, isSecond)),
      isSecond ? 131 : 129,
    ),
    list(kinds.change, 2, changes.map(change), 2),
    list(kinds.place, 1, [placed(version)]),
    ...(isSecond ? [list(0x16, 0, [], 56)] : []),
    list(kinds.condition, 2, [Buffer.alloc(5)]),
    ...(version === 'G2V2' ? [list(0x22, 0, [], 56), list(0x23, 0, [], 60)] : []),
  ])
}

/** A fault and an event: ignored by the reader, which must still find the next part. */
function incidents(version: UnitVersion): Buffer {
  const of = (type: number, length: number) => {
    const head = Buffer.concat([number(type, 1), number(0, 1), instant('2026-11-23T07:00:00Z'), instant(null)])
    return [Buffer.concat([head, Buffer.alloc(length - head.length)])]
  }
  return section(3, version, [
    list(kinds.fault, 1, of(0x30, 82)),
    list(kinds.event, 1, of(0x07, 83)),
    list(kinds.overspeedControl, 0, [Buffer.alloc(9)]),
    list(kinds.overspeed, 1, of(0x07, 31)),
    list(kinds.adjustment, 1, [Buffer.alloc(98)]),
  ])
}

/** The download of a vehicle unit in the format of a card reader. */
export function vehicleUnitFile(
  unit: VehicleUnit,
  version: UnitVersion = unit.generation === 1 ? 'G1' : 'G2V2',
): Buffer {
  // Preceded by purpose, workshop with address and card, expiry, VIN, plate, constants, tyres, speed, odometers and the
  // old time.
  const calibration = Buffer.concat([Buffer.alloc(159), instant('2025-01-02T00:00:00Z'), Buffer.alloc(4)])
  return Buffer.concat([
    ...(version === 'G1' ? [] : [Buffer.from([0x76, 0x00, version === 'G2V1' ? 1 : 2, 0])]),
    overview(unit, version),
    ...unit.days.map((one) => day(one, version)),
    incidents(version),
    section(4, version, [
      list(
        kinds.speed,
        2,
        Array.from({ length: 3 }, () => Buffer.alloc(64)),
      ),
    ]),
    section(5, version, [
      list(kinds.identification, 0, [Buffer.concat([text('Maker', 36), Buffer.alloc(80)])]),
      list(0xff, 0, [Buffer.alloc(20)]),
      list(kinds.calibration, 1, [calibration]),
    ]),
  ])
}
