import { type SamplePlace, sites, terminals } from './places.ts'
import type { OrderKind } from './sample-orders.ts'
import { type Shipper, shippers } from './shippers.ts'

/** What a customer has carried from one place to another, again and again. */
export interface Relation {
  kind: OrderKind
  shipper: Shipper
  from: SamplePlace
  to: SamplePlace
}

/** The work of a truck: there on one day, back on the next, and what it does near home when it is there on a Friday. */
export interface Lane {
  out: readonly Relation[]
  back: readonly Relation[]
  local: readonly Relation[]
}

const places = [...sites, ...terminals]

function placeOf(code: string): SamplePlace {
  const found = places.find((place) => place.code === code)
  if (!found) throw new Error(`there is no place ${code}`)
  return found
}

/** Relations as lines: code of the shipper, kind of order, from and to. */
export function relations(lines: string): Relation[] {
  return lines.split(',').map((line) => {
    const [code, kind, from, to] = line.trim().split(' ')
    const shipper = shippers.find((one) => one.code === code)
    if (!shipper) throw new Error(`there is no shipper ${code}`)
    return { kind: kind as OrderKind, shipper, from: placeOf(from!), to: placeOf(to!) }
  })
}

const lane = (out: string, back: string, local: string): Lane => ({
  ...{ out: relations(out), back: relations(back), local: relations(local) },
})

/** What tractors with a tilt or box trailer do, one lane each. Each comes back to where it left from. */
export const dryLanes: readonly Lane[] = [
  lane('LIN ROAD S-GENT-BRW S-UTR', 'TW ROAD S-UTR S-ANR-LOODS', 'LIN ROAD S-GENT-BRW S-KORT'),
  lane('TW ROAD S-TILB S-ZWO', 'EN ROAD S-ZWO S-TILB', 'TW ROAD S-TILB S-EIND'),
  lane('BF ROAD S-LILLE S-UTR', 'TW ROAD S-UTR S-LILLE', 'BF ROAD S-LILLE S-BRU'),
  lane('PM ROAD S-MAAS S-AMS', 'ALB ROAD S-AMS S-LUIK', 'PM ROAD S-MAAS S-EIND'),
  lane('TL ROAD S-KORT S-DORT', 'RW ROAD S-DORT S-ANR-LOODS', 'TL ROAD S-KORT S-BRU'),
  lane('NZC ADR S-GEEL S-ANR-LOODS', 'ALB ROAD S-ANR-LOODS S-EIND', 'NZC ADR S-GEEL S-LUIK'),
  lane('AM ROAD S-METZ S-ANR-LOODS', 'ALB ROAD S-ANR-LOODS S-LUX', 'LAP ROAD S-LUX S-LUIK'),
  lane('WM ROAD S-DORT S-TILB', 'TW ROAD S-TILB S-DORT', 'WM ROAD S-DORT S-KOELN'),
  lane('LIN ROAD S-GENT-BRW S-EIND', 'VD ADR S-EIND S-BRU', 'LIN ROAD S-GENT-BRW S-LILLE'),
  lane('PM ROAD S-MAAS S-MANN', 'RW ROAD S-MANN S-LUIK', 'PM ROAD S-MAAS S-KOELN'),
  lane('GK ROAD S-LUIK S-UTR', 'ALB ROAD S-UTR S-LUIK', 'GK ROAD S-LUIK S-BRU'),
  lane('TL ROAD S-KORT S-STRAS', 'AM ROAD S-STRAS S-BRU', 'TL ROAD S-KORT S-ANR-LOODS'),
  lane('ALB ROAD S-ANR-LOODS S-KOELN', 'WM ROAD S-KOELN S-ANR-LOODS', 'ALB ROAD S-ANR-LOODS S-TILB'),
  lane('TW ROAD S-UTR S-LUIK', 'GK ROAD S-LUIK S-EIND', 'TW ROAD S-UTR S-TILB'),
  lane('LAP ROAD S-LUX S-BRU', 'LIN ROAD S-GENT-BRW S-METZ', 'LAP ROAD S-LUX S-METZ'),
  lane('BF ROAD S-LILLE S-EIND', 'ALB ROAD S-TILB S-KORT', 'BF ROAD S-LILLE S-GENT-BRW'),
  lane('EN ROAD S-ZWO S-ANR-LOODS', 'ALB ROAD S-ANR-LOODS S-ZWO', 'EN ROAD S-ZWO S-UTR'),
  lane('RW ROAD S-DORT S-BRU', 'LIN ROAD S-GENT-BRW S-DORT', 'RW ROAD S-DORT S-KOELN'),
]

/** What tractors with a cold trailer do. */
export const coldLanes: readonly Lane[] = [
  lane('KDP REEFER S-VEUR S-AMS', 'VW REEFER S-WEST S-BRU', 'KDP REEFER S-VEUR S-GENT-BRW'),
  lane('ZN REEFER S-GRON S-TILB', 'ZN REEFER S-TILB S-ZWO', 'ZN REEFER S-GRON S-ZWO'),
  lane('VW REEFER S-WEST S-LILLE', 'GA REEFER S-KORT S-AMS', 'VW REEFER S-WEST S-UTR'),
  lane('VDM REEFER S-REIMS S-BRU', 'KF REEFER S-BRU S-LUX', 'VDM REEFER S-REIMS S-LUX'),
  lane('VW REEFER S-WEST S-KOELN', 'KF REEFER S-KOELN S-TILB', 'VW REEFER S-WEST S-AMS'),
  lane('GA REEFER S-KORT S-UTR', 'ZN REEFER S-UTR S-BRU', 'GA REEFER S-KORT S-BRU'),
  lane('KDP REEFER S-VEUR S-LUIK', 'VDM REEFER S-LUIK S-KORT', 'KDP REEFER S-VEUR S-KORT'),
  lane('KF REEFER S-BRU S-ZWO', 'ZN REEFER S-ZWO S-BRU', 'KF REEFER S-BRU S-LUIK'),
]

/** What tractors with a chassis do, a box each day: from the ship, or to it. */
export const boxWork: readonly (readonly Relation[])[] = [
  relations('SCL IMPORT T-ANR-1742 S-BRU, SCL IMPORT T-ANR-1742 S-GENT-BRW, LIN EXPORT S-GENT-BRW T-ANR-1742'),
  relations('AO IMPORT T-ANR-913 S-TILB, TE IMPORT T-ANR-913 S-ANR-LOODS, NZC EXPORT S-GEEL T-ANR-913'),
  relations('OE IMPORT T-RTM-MV2 S-UTR, NL IMPORT T-RTM-MV2 S-TILB, TW EXPORT S-UTR T-RTM-MV2'),
  relations('AO IMPORT T-RTM-WAAL S-EIND, OE IMPORT T-RTM-WAAL S-UTR, AO EXPORT S-TILB T-RTM-WAAL'),
  relations('TE IMPORT T-ANR-1742 S-KORT, TL EXPORT S-KORT T-ANR-1742, SCL IMPORT T-ANR-1742 S-LILLE'),
  relations('RW IMPORT T-DUI S-DORT, WM EXPORT S-DORT T-DUI, RW IMPORT T-DUI S-KOELN'),
  relations('SCL IMPORT T-ANR-913 S-LUIK, ALB IMPORT T-ANR-913 S-BRU, GA EXPORT S-KORT T-ANR-913'),
  relations('NL IMPORT T-RTM-MV2 S-ZWO, ALB IMPORT T-RTM-MV2 S-AMS, AO EXPORT S-UTR T-RTM-MV2'),
  relations('TE IMPORT T-ANR-913 S-EIND, PM EXPORT S-MAAS T-VEN, AO IMPORT T-VEN S-GEEL'),
]

/** The rounds of rigids and vans: one customer's goods from one dock, each day the same stops in the same order. */
export const rounds: readonly (readonly Relation[])[] = [
  relations('LIN LOCAL S-BRU S-GENT-BRW, LIN LOCAL S-BRU S-KORT, LIN LOCAL S-BRU S-LILLE'),
  relations('TW LOCAL S-TILB S-UTR, TW LOCAL S-TILB S-AMS'),
  relations('GK LOCAL S-EIND S-GEEL, GK LOCAL S-EIND S-MAAS, GK LOCAL S-EIND S-LUIK'),
  relations('TE LOCAL S-BRU S-ANR-LOODS, TE LOCAL S-BRU S-TILB'),
  relations('BT LOCAL S-TILB S-EIND, BT LOCAL S-TILB S-GEEL, BT LOCAL S-TILB S-MAAS'),
  relations('VD LOCAL S-EIND S-TILB, VD LOCAL S-EIND S-ANR-LOODS, VD LOCAL S-EIND S-GENT-BRW'),
  relations('BF LOCAL S-BRU S-GENT-BRW, BF LOCAL S-BRU S-LILLE'),
  relations('OE LOCAL S-TILB S-ANR-LOODS, OE LOCAL S-TILB S-BRU, OE LOCAL S-TILB S-GENT-BRW'),
  relations('EN LOCAL S-EIND S-UTR, EN LOCAL S-EIND S-AMS'),
  relations('TL LOCAL S-BRU S-LUIK, TL LOCAL S-BRU S-MAAS'),
]

/** What carriers drive, because no truck of the haulier goes there. */
export const carrierLanes: readonly Relation[] = relations(
  'ALB ROAD S-ANR-LOODS S-HAM, EN ROAD S-HAM S-UTR, VDM REEFER S-REIMS S-AMS, WM ROAD S-DORT S-HAM, AM ROAD S-METZ S-LILLE',
)

/** Every relation, for orders that no one has planned yet. */
export const allRelations: readonly Relation[] = [
  ...[...dryLanes, ...coldLanes].flatMap(({ out, back, local }) => [...out, ...back, ...local]),
  ...[...boxWork, ...rounds].flat(),
  ...carrierLanes,
]
