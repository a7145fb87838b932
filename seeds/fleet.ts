import type { ResourceMembers } from '@cartage/contract/resources/resource-input'
import type { UnavailabilityInput } from '@cartage/contract/unavailabilities/endpoints'
import type { ResourceValidityReason } from '@cartage/contract/validities/reasons'
import type { z } from 'zod'
import { createDice, type Dice, dayAfter } from './dice.ts'

/** A paper of a resource; days as YYYY-MM-DD. */
export interface SampleCertificate {
  type: ResourceValidityReason
  starts_on: string
  ends_on: string
}

/** When a resource is away. Times are what the clocks of the haulier show: `YYYY-MM-DDTHH:mm`. */
export interface SampleAbsence extends Pick<z.input<typeof UnavailabilityInput>, 'reason' | 'description'> {
  from: string
  /** Null when no one knows. */
  until: string | null
}

/** A resource of the sample world, with its papers, its absences and the group it is planned in. */
export interface SampleResource {
  members: z.input<typeof ResourceMembers> & { external_id: string; name: string }
  group: string
  papers: SampleCertificate[]
  absences: SampleAbsence[]
}

/** Groups that resources are planned in: code and name. */
export const sampleGroups = [
  { code: 'INTL', name: 'International' },
  { code: 'PORT', name: 'Port and containers' },
  { code: 'DIST', name: 'Distribution' },
  { code: 'COLD', name: 'Temperature controlled' },
] as const

/** The chassis whose test has ended, on purpose; no trip uses it. */
export const expiredChassis = 13

/** How many of each there are. */
export const fleetSize = { tractor: 40, rigid: 12, van: 8, driver: 64, trailer: 34, chassis: 16, container: 14 }

const makers = [
  ['Volvo', 'FH 500'],
  ['DAF', 'XG 480'],
  ['Scania', 'R 450'],
  ['Mercedes-Benz', 'Actros 1845'],
] as const
const rigidMakers = [
  ['Volvo', 'FL 280'],
  ['DAF', 'LF 260'],
  ['MAN', 'TGM 18.290'],
] as const
const firstNames = (
  'Jan Piet Koen Dirk Wouter Stijn Luc Marek Tomasz Andrei Ionut Kevin Bart Joris Hans Willem Sven Pieter Mehmet ' +
  'Yusuf Karim Pavel Radu Nele Sara Els Ingrid Katrien Anja Marie'
).split(' ')
const lastNames = (
  'Janssens,Peeters,De Smet,Maes,Willems,Van den Berg,De Jong,Bakker,Visser,Kowalski,Nowak,Popescu,Ionescu,Claes,' +
  'Goossens,Wouters,Mertens,Yilmaz,Lambert,Dubois,Schmitz,Hendriks,Mulder,Bosman'
).split(',')

/** The fleet of the sample world: the same seed and day give the same fleet. */
export function sampleFleet(seed: number, today: string): SampleResource[] {
  const dice = createDice(seed)
  const make = (count: number, one: (index: number) => SampleResource) =>
    Array.from({ length: count }, (_, at) => one(at))
  return [
    ...make(fleetSize.tractor, (at) => tractor(dice, at, today)),
    ...make(fleetSize.rigid, (at) => rigid(dice, at, today)),
    ...make(fleetSize.van, (at) => van(dice, at, today)),
    ...make(fleetSize.driver, (at) => driver(dice, at, today)),
    ...make(fleetSize.trailer, (at) => trailer(dice, at, today)),
    ...make(fleetSize.chassis, (at) => chassis(dice, at, today)),
    ...make(fleetSize.container, (at) => container(dice, at, today)),
  ]
}

/** The number painted on a vehicle; a fleet that grew has gaps. */
function fleetNumber(from: number, index: number): string {
  return String(from + index + Math.floor(index / 5))
}

/** The id by which the sample world finds a resource again. */
export function sampleId(kind: keyof typeof fleetSize, index: number): string {
  return `sample-${kind}-${String(index + 1).padStart(2, '0')}`
}

const letters = 'ABCDEFGHJKLMNPRSTUVXYZ'

function plate(dice: Dice, prefix: string): string {
  const word = Array.from({ length: 3 }, () => letters[dice.below(letters.length)]).join('')
  return `${prefix}-${word}-${100 + dice.below(900)}`
}

const two = (index: number) => String(index + 1).padStart(2, '0')

function tractor(dice: Dice, index: number, today: string): SampleResource {
  const [manufacturer, model] = dice.pick(makers)
  const number = fleetNumber(101, index)
  const isPort = index % 4 === 3
  return {
    members: {
      ...named('tractor', index, number, `${manufacturer} ${number}`),
      extras: [{ code: 'ADR' }],
      tractor: { license_plate: plate(dice, '1'), manufacturer, model, tare_weight_kg: 7_600, ...engine(dice, index) },
    },
    group: isPort ? 'PORT' : 'INTL',
    papers: vehicleCertificates(dice, index, today),
    absences: workshop(index, 26, today),
  }
}

function rigid(dice: Dice, index: number, today: string): SampleResource {
  const [manufacturer, model] = dice.pick(rigidMakers)
  const number = fleetNumber(201, index)
  const isCold = index % 3 === 0
  return {
    members: {
      ...named('rigid', index, number, `${manufacturer} ${number}`),
      extras: isCold ? [{ code: 'TAIL_LIFT' }, { code: 'GENSET' }] : [{ code: 'TAIL_LIFT' }],
      truck: {
        ...{ license_plate: plate(dice, '1'), manufacturer, model, ...engine(dice, index) },
        ...{ capacity_weight_kg: 9_500, capacity_pallet_spaces: 18, capacity_volume_m3: 48 },
      },
    },
    group: isCold ? 'COLD' : 'DIST',
    papers: vehicleCertificates(dice, index, today),
    absences: workshop(index, 10, today),
  }
}

function van(dice: Dice, index: number, today: string): SampleResource {
  const number = fleetNumber(251, index)
  return {
    members: {
      ...named('van', index, number, `Sprinter ${number}`),
      van: {
        ...{ license_plate: plate(dice, '2'), manufacturer: 'Mercedes-Benz', model: 'Sprinter 317' },
        ...{ capacity_weight_kg: 1_150, capacity_pallet_spaces: 4, capacity_volume_m3: 14 },
        fuel_type: index % 3 === 0 ? 'ELECTRIC' : 'DIESEL',
      },
    },
    group: 'DIST',
    papers: vehicleCertificates(dice, index, today),
    absences: workshop(index, 7, today),
  }
}

function driver(dice: Dice, index: number, today: string): SampleResource {
  const first_name = firstNames[(index * 7) % firstNames.length]!
  const last_name = lastNames[(index * 5 + Math.floor(index / 24)) % lastNames.length]!
  const email_address = `${first_name}.${last_name}@demo-transport.example`.toLowerCase().replaceAll(' ', '')
  return {
    members: {
      ...named('driver', index, `D${two(index)}`, `${first_name} ${last_name}`),
      locale: dice.pick(['nl', 'nl', 'fr', 'en']),
      driver: {
        ...{ first_name, last_name, email_address },
        phone_number: `+3247${String(1_000_000 + dice.below(8_999_999))}`,
        date_of_birth: `${1964 + dice.below(38)}-${String(1 + dice.below(12)).padStart(2, '0')}-14`,
      },
    },
    group: index < 40 ? (index % 4 === 3 ? 'PORT' : 'INTL') : 'DIST',
    papers: [
      certificate(dice, 'DRIVER_DRIVING_LICENSE', today, 5, endOf(index, 58)),
      certificate(dice, 'DRIVER_CODE_95', today, 5, endOf(index, 34)),
      certificate(dice, 'DRIVER_CARD', today, 5, undefined),
      ...(index < 44 ? [certificate(dice, 'DRIVER_ADR_LICENSE', today, 5, endOf(index, 37))] : []),
    ],
    absences: absencesOf(index, today),
  }
}

function trailer(dice: Dice, index: number, today: string): SampleResource {
  const isCold = index % 4 === 1
  const number = fleetNumber(401, index)
  const manufacturer = dice.pick(isCold ? ['Schmitz', 'Chereau'] : ['Krone', 'Schmitz', 'Kögel'])
  return {
    members: {
      ...named('trailer', index, number, `${manufacturer} ${number}`),
      extras: isCold ? [{ code: 'GENSET' }] : [{ code: 'STRAPS' }],
      trailer: {
        ...{ license_plate: plate(dice, 'Q'), manufacturer },
        ...{ capacity_weight_kg: 25_000, capacity_pallet_spaces: 34, capacity_volume_m3: 90 },
        ...{ exterior_length_m: 13.6, tare_weight_kg: isCold ? 8_400 : 6_900 },
      },
    },
    group: isCold ? 'COLD' : 'INTL',
    papers: [
      certificate(dice, 'VEHICLE_MOT_TEST', today, 1, endOf(index, 30)),
      ...(isCold ? [certificate(dice, 'VEHICLE_ATP_CERTIFICATE', today, 6, undefined)] : []),
    ],
    absences: [],
  }
}

function chassis(dice: Dice, index: number, today: string): SampleResource {
  const [number, manufacturer] = [fleetNumber(501, index), dice.pick(['Krone', 'D-Tec', 'Van Hool'])]
  return {
    members: {
      ...named('chassis', index, number, `${manufacturer} ${number}`),
      chassis: { license_plate: plate(dice, 'Q'), manufacturer, exterior_length_m: 13.95, tare_weight_kg: 5_100 },
    },
    group: 'PORT',
    papers: [certificate(dice, 'VEHICLE_MOT_TEST', today, 1, index === expiredChassis ? -12 : endOf(index, 14))],
    absences: [],
  }
}

function container(dice: Dice, index: number, today: string): SampleResource {
  const container_number = containerNumber('DMTU', 300_000 + index * 7_919 + dice.below(900))
  const is20 = index % 3 === 0
  return {
    members: {
      ...named('container', index, `B${two(index)}`, container_number),
      container: {
        ...{ container_number, standard_size: is20 ? ('FEET_20' as const) : ('FEET_40' as const) },
        iso_code: is20 ? '22G1' : '45G1',
      },
    },
    group: 'PORT',
    papers: [certificate(dice, 'CONTAINER_CERTIFICATE', today, 5, endOf(index, 12))],
    absences: [],
  }
}

function named(kind: keyof typeof fleetSize, index: number, code: string, name: string) {
  return { external_id: sampleId(kind, index), code, name }
}

function engine(dice: Dice, index: number) {
  return {
    emission_class: dice.isIn(85) ? 'EURO_6' : 'EURO_5',
    fuel_type: index % 17 === 5 ? 'ELECTRIC' : 'DIESEL',
  } as const
}

/** Days until a paper ends: from `first` on, of what trips do not need, some end soon. */
function endOf(index: number, first: number): number | undefined {
  return [9, 19, 27][index - first]
}

function certificate(
  dice: Dice,
  type: SampleCertificate['type'],
  today: string,
  years: number,
  endsIn: number | undefined,
): SampleCertificate {
  // It was good in the months before too.
  const left = endsIn ?? 60 + dice.below(years * 365 - 150)
  return { type, starts_on: dayAfter(today, left - years * 365), ends_on: dayAfter(today, left) }
}

function vehicleCertificates(dice: Dice, index: number, today: string): SampleCertificate[] {
  return [
    certificate(dice, 'VEHICLE_MOT_TEST', today, 1, endOf(index, 34)),
    certificate(dice, 'VEHICLE_INSURANCE_CERTIFICATE', today, 1, endOf(index, 37)),
    certificate(dice, 'VEHICLE_TACHO', today, 2, undefined),
  ]
}

/** Some vehicles are in the workshop these days. */
function workshop(index: number, from: number, today: string): SampleResource['absences'] {
  if (index < from || index > from + 3) return []
  const reason = (
    ['VEHICLE_MAINTENANCE', 'VEHICLE_REPAIR', 'VEHICLE_MOT_TEST', 'VEHICLE_TACHOGRAPH_CALIBRATION'] as const
  )[index - from]!
  const day = dayAfter(today, index - from - 1)
  return [{ reason, from: `${day}T07:00`, until: `${dayAfter(day, 1 + (index % 2))}T17:00` }]
}

/** Who is away, by number of the driver: days from today, how many, and why. The last four have no truck of their own. */
const away: Readonly<
  Record<number, readonly [from: number, days: number | null, reason: SampleAbsence['reason'], why?: string]>
> = {
  8: [-6, 4, 'DRIVER_HOLIDAY'],
  31: [3, 1, 'DRIVER_TRAINING', 'Code 95'],
  37: [-5, 15, 'DRIVER_HOLIDAY'],
  45: [2, 6, 'DRIVER_HOLIDAY'],
  50: [-2, 1, 'DRIVER_TRAINING', 'First aid'],
  54: [8, 12, 'DRIVER_HOLIDAY'],
  60: [-2, 4, 'DRIVER_SICKNESS', 'Flu'],
  61: [1, 1, 'DRIVER_TRAINING', 'Code 95'],
  62: [-3, 11, 'DRIVER_HOLIDAY'],
  63: [-7, null, 'DRIVER_SICKNESS', 'Back injury'],
}

/** Holidays, a sick leave without an end and trainings. Most trucks drive each day, so that few drivers are away at a time. */
function absencesOf(index: number, today: string): SampleResource['absences'] {
  const found = away[index]
  if (!found) return []
  const [first, days, reason, description] = found
  const from = `${dayAfter(today, first)}T00:00`
  const until = days === null ? null : `${dayAfter(today, first + days)}T00:00`
  return [{ reason, from, until, ...(description !== undefined && { description }) }]
}

/** What letters count, from A on: 10, 12, 13 … without the multiples of eleven (ISO 6346, annex A). */
const letterValues = Array.from({ length: 29 }, (_, at) => 10 + at).filter((value) => value % 11 !== 0)

/** A container number with its check digit (ISO 6346). */
export function containerNumber(owner: string, serial: number): string {
  const start = `${owner}${String(serial % 1_000_000).padStart(6, '0')}`
  const sum = [...start].reduce((total, sign, at) => total + countOf(sign) * 2 ** at, 0)
  return `${start}${(sum % 11) % 10}`
}

function countOf(sign: string): number {
  return sign >= 'A' ? letterValues[sign.charCodeAt(0) - 65]! : Number(sign)
}
