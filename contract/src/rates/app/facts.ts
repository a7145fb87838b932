import { z } from 'zod'
import { asIssue, msg } from '../../message.ts'
import { LocalDate } from '../../scalars.ts'
import { Amount, Currency } from './decimal.ts'

/** Value types of facts: decimal as text, text, boolean, date, time of day, or several texts. */
export const factTypes = ['decimal', 'text', 'flag', 'date', 'time', 'texts'] as const
export type FactType = (typeof factTypes)[number]

/** Owner of a fact. Where a line repeats per consignment, goods and place facts are those of the consignment. */
export const factLevels = ['SUBJECT', 'CONSIGNMENT', 'STOP', 'TRIP'] as const
export type FactLevel = (typeof factLevels)[number]

/** Definition of a fact. The tenant defines the last part of a name that ends in `*`. */
export interface Fact {
  readonly name: string
  readonly type: FactType
  /** Unit of UNECE Recommendation 20; null if not measured. */
  readonly unit: string | null
  readonly level: FactLevel
  /** Source of the value. */
  readonly source: string
  readonly sentence: string
}

const fact = (
  name: string,
  type: FactType,
  level: FactLevel,
  source: string,
  sentence: string,
  unit: string | null = null,
): Fact => ({ name, type, unit, level, source, sentence })

/** Every fact, by group. Conditions and formulas may use only these. */
export const factTable: readonly Fact[] = [
  fact('phase', 'text', 'SUBJECT', 'rating', 'EXPECTED when times are planned, ACTUAL when they are reported.'),
  fact('order.customer', 'text', 'SUBJECT', 'customer', 'Code of the customer.'),
  fact('order.group', 'text', 'SUBJECT', 'company group', 'Company group of the customer.'),
  fact('order.transport_service', 'text', 'SUBJECT', 'transport_service', 'Code of the transport service.'),
  fact('order.service_level', 'text', 'SUBJECT', 'service_level', 'Code of the service level.'),
  fact('order.department', 'text', 'SUBJECT', 'department', 'Code of the department.'),
  fact('order.vehicle_category', 'text', 'SUBJECT', 'vehicle_category', 'Requested category of vehicle.'),
  fact('order.created_on', 'date', 'SUBJECT', 'created_at', 'Day the order was created.'),
  fact('order.pickup_on', 'date', 'SUBJECT', 'consignments[0].pickup_stop.date', 'Requested day of the first pickup.'),
  fact('order.delivery_on', 'date', 'SUBJECT', 'delivery_stop.date', 'Requested day of the last delivery.'),
  fact('order.is_adr', 'flag', 'SUBJECT', 'goods.adr', 'Whether dangerous goods are carried.'),
  fact('order.is_tempered', 'flag', 'SUBJECT', 'goods.temperature', 'Whether a temperature is required.'),
  fact('order.min_temperature', 'decimal', 'SUBJECT', 'goods.temperature', 'Lowest required temperature.', 'CEL'),
  fact(
    'order.requested_price',
    'decimal',
    'SUBJECT',
    'pricing.requested_price',
    'Price that the customer requested, where such prices are accepted.',
  ),
  fact('order.is_cancelled', 'flag', 'SUBJECT', 'status', 'Whether the order is cancelled.'),
  fact('order.has_export_declaration', 'flag', 'SUBJECT', 'customs', 'Whether an export declaration is known.'),
  fact('order.holidays', 'texts', 'SUBJECT', 'calendar', 'Public holidays on the way, as dates.'),
  fact('order.custom.*', 'text', 'SUBJECT', 'custom_fields', 'A custom field of the order.'),
  fact('goods.weight_kg', 'decimal', 'CONSIGNMENT', 'goods.weight', 'Gross weight in kilograms.', 'KGM'),
  fact('goods.volume_m3', 'decimal', 'CONSIGNMENT', 'goods.volume', 'Volume in cubic metres.', 'MTQ'),
  fact('goods.loading_meters', 'decimal', 'CONSIGNMENT', 'goods.loading_meters', 'Loading metres (LDM).', 'LM'),
  fact('goods.pallet_spaces', 'decimal', 'CONSIGNMENT', 'goods.pallet_spaces', 'Pallet spaces.', 'XPX'),
  fact('goods.pieces', 'decimal', 'CONSIGNMENT', 'goods.quantity', 'Number of pieces.', 'H87'),
  fact('goods.containers', 'decimal', 'CONSIGNMENT', 'container', 'Number of containers.', 'H87'),
  fact('goods.teu', 'decimal', 'CONSIGNMENT', 'container.size', 'Containers counted in units of 20 feet.', 'E22'),
  fact('goods.packaging', 'texts', 'CONSIGNMENT', 'goods.packaging', 'Codes of the packaging.'),
  ...(['pickup', 'delivery'] as const).flatMap((place) => [
    fact(`${place}.country`, 'text', 'CONSIGNMENT', `${place}_stop.address.country`, `Country of the ${place}.`),
    fact(`${place}.postal_code`, 'text', 'CONSIGNMENT', `${place}_stop.address`, `Postal code of the ${place}.`),
    fact(`${place}.city`, 'text', 'CONSIGNMENT', `${place}_stop.address.city`, `City of the ${place}.`),
    fact(`${place}.location`, 'text', 'CONSIGNMENT', `${place}_stop.location`, `Code of the location of the ${place}.`),
    fact(`${place}.zone.*`, 'text', 'CONSIGNMENT', 'zone set', `Zone of the ${place} in a zone set.`),
  ]),
  fact('way.km_direct', 'decimal', 'CONSIGNMENT', 'road estimate', 'Kilometres by road, without detours.', 'KMT'),
  fact('way.km_toll.*', 'decimal', 'CONSIGNMENT', 'typed in', 'Kilometres on toll roads of a country.', 'KMT'),
  fact('stop.role', 'text', 'STOP', 'stop.role', 'Role of the stop, such as PICKUP.'),
  fact('stop.activity', 'text', 'STOP', 'stop.activity', 'Activity at the stop.'),
  fact('stop.country', 'text', 'STOP', 'stop.address.country', 'Country of the stop.'),
  fact('stop.extras', 'texts', 'STOP', 'stop.extras', 'Codes of the extras that the stop needs.'),
  fact(
    'stop.minutes_at_stop',
    'decimal',
    'STOP',
    'stop reports',
    'Minutes from arrival or appointment, whichever is later, to departure.',
    'MIN',
  ),
  fact('stop.starts_on', 'date', 'STOP', 'stop times', 'Local day on which the work at the stop begins.'),
  fact('stop.starts_at', 'time', 'STOP', 'stop times', 'Local time at which the work at the stop begins.'),
  fact('stop.is_saturday', 'flag', 'STOP', 'stop times', 'Whether the work begins on a Saturday.'),
  fact('stop.is_sunday', 'flag', 'STOP', 'stop times', 'Whether the work begins on a Sunday.'),
  fact('stop.is_holiday', 'flag', 'STOP', 'calendar', 'Whether it begins on a public holiday of the country.'),
  fact(
    'stop.place_in_sequence',
    'decimal',
    'STOP',
    'stop.position',
    'Place of the stop in the sequence, from 1.',
    'H87',
  ),
  fact('container.scenario', 'text', 'SUBJECT', 'container.scenario', 'IMPORT or EXPORT, and how it is carried.'),
  fact('container.type', 'text', 'SUBJECT', 'container.type', 'Code of the container type.'),
  fact('container.size_ft', 'decimal', 'SUBJECT', 'container.type', 'Length in feet.', 'FOT'),
  fact('container.is_reefer', 'flag', 'SUBJECT', 'container.type', 'Whether the container is refrigerated.'),
  fact('container.chassis_days', 'decimal', 'SUBJECT', 'trips', 'Days a chassis was in use.', 'DAY'),
  fact('container.chassis_out_on', 'date', 'SUBJECT', 'trips', 'Day the chassis was taken.'),
  fact('container.chassis_in_on', 'date', 'SUBJECT', 'trips', 'Day the chassis was returned.'),
  fact('container.discharged_on', 'date', 'SUBJECT', 'container', 'Day the container was discharged.'),
  fact('container.gate_out_on', 'date', 'SUBJECT', 'container', 'Day the full container left the terminal.'),
  fact('container.gate_in_on', 'date', 'SUBJECT', 'container', 'Day the empty container was returned.'),
  fact('container.line', 'text', 'SUBJECT', 'container.line', 'Code of the shipping line.'),
  fact('container.terminal', 'text', 'SUBJECT', 'container.terminal', 'Code of the terminal.'),
  fact('trip.on', 'date', 'TRIP', 'trip stops', 'Day the trip starts.'),
  fact('trip.km', 'decimal', 'TRIP', 'legs, estimated', 'Kilometres of the trip.', 'KMT'),
  fact('trip.km_loaded', 'decimal', 'TRIP', 'legs, estimated', 'Kilometres of legs with load.', 'KMT'),
  fact('trip.km_empty', 'decimal', 'TRIP', 'legs, estimated', 'Kilometres of legs without load.', 'KMT'),
  fact('trip.hours', 'decimal', 'TRIP', 'trip stops', 'Hours from the first start to the last end.', 'HUR'),
  fact('trip.stops', 'decimal', 'TRIP', 'trip stops', 'Number of stops.', 'H87'),
  fact('trip.nights', 'decimal', 'TRIP', 'trip stops', 'Nights on the way.', 'DAY'),
  fact('trip.resource_group', 'text', 'TRIP', 'resources', 'Code of the group of the lead vehicle.'),
  fact('trip.subcontractor', 'text', 'TRIP', 'dispatch', 'Code of the carrier that drives the trip.'),
  fact('trip.lead_vehicle_kind', 'text', 'TRIP', 'resources', 'Kind of the lead vehicle.'),
]

/** Fixed names, and prefixes of names with a tenant-defined part. */
const byName = new Map(factTable.map((one) => [one.name, one]))
const families = factTable.filter(({ name }) => name.endsWith('.*')).map((one) => [one.name.slice(0, -1), one] as const)
const known = new Map<string, Fact | undefined>()

/** Fact with this name; undefined if unknown. */
export function factOf(name: string): Fact | undefined {
  const direct = byName.get(name)
  if (direct) return name.endsWith('*') ? undefined : direct
  if (known.has(name)) return known.get(name)
  const found = families.find(
    ([start]) => name.startsWith(start) && /^[\p{L}\d ._-]{1,60}$/u.test(name.slice(start.length)),
  )
  if (known.size < 10_000) known.set(name, found?.[1])
  return found?.[1]
}

/** Name of a fact in conditions: `goods.weight_kg`, `order.custom.dossier`, `delivery.zone.BE`. */
export const FactName = z
  .string()
  .max(120)
  .refine((name) => factOf(name) !== undefined, { error: 'must be a fact, such as goods.weight_kg' })

/** Name of a fact with one of these types. */
export function factOfType(...types: readonly FactType[]) {
  return z
    .string()
    .max(120)
    .superRefine((name, ctx) => {
      const type = factOf(name)?.type
      if (type !== undefined && types.includes(type)) return
      ctx.addIssue({ code: 'custom', ...asIssue(msg`must be a fact of type ${types.join(' or ')}`) })
    })
}

/** Value: decimal, date, time and text as text, a boolean, or several texts. Null means no value. */
export const FactValue = z.union([z.string().max(2_000), z.boolean(), z.array(z.string().max(200)).max(500), z.null()])
export type FactValue = z.output<typeof FactValue>

const values = z
  .record(FactName, FactValue)
  .describe(
    'Values by name. Null: there is none, so conditions on it do not hold. Absent: not known, so lines that need it fail.',
  )

/** Consignment, stop or trip with its own values. */
export const FactThing = z.object({
  id: z.string().min(1).max(100).meta({ format: 'uuid' }).describe('What the key of a charge names it by.'),
  values,
})
export type FactThing = z.output<typeof FactThing>

/** Cost charge that can be passed on to sales. */
export const CostFact = z.object({
  type: z.string().min(1).max(60).describe('Code of the charge type.'),
  amount: Amount.describe('Amount without tax.'),
  currency: Currency.describe('Currency of the amount.'),
})

/** All inputs of a price calculation. Stored with the rating, so that it can be repeated. */
export const Facts = z
  .object({
    subject: z.enum(['ORDER', 'TRIP']).describe('What is rated.'),
    id: z.string().min(1).max(100).meta({ format: 'uuid' }).describe('Id of the order or trip.'),
    company: z
      .string()
      .max(200)
      .nullable()
      .describe('Code of the customer, or of the carrier for costs; null: own fleet.'),
    company_group: z.string().max(200).nullable().default(null).describe('Company group of that company.'),
    transport_service: z.string().max(200).nullable().default(null).describe('Code of the transport service.'),
    created_on: LocalDate.describe('Day the order or trip was created.'),
    values,
    consignments: z.array(FactThing).max(500).default([]).describe('Consignments, each with its own goods and places.'),
    stops: z.array(FactThing).max(500).default([]).describe('Stops, each with its own times.'),
    trips: z.array(FactThing).max(100).default([]).describe('Trips, each with its own kilometres and hours.'),
    costs: z.array(CostFact).max(500).default([]).describe('Cost charges that lines can pass on.'),
    sources: z
      .record(z.string(), z.string().max(200))
      .default({})
      .describe('Where a value was read, when it differs from what the fact says.'),
  })
  .meta({ id: 'AppRatingFacts' })
export type Facts = z.output<typeof Facts>
