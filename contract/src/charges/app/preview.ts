import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { PlaceQuestion } from '../../locations/app/answers.ts'
import { ratingResults } from '../../rates/app/rating.ts'
import { LocalDate, LocalTime, Uuid, UuidOut } from '../../scalars.ts'

const text = (description: string) => z.string().max(1_000).nullish().describe(description)
const measure = (description: string) => z.number().nullish().describe(description)
const named = (description: string) =>
  z
    .object({ code: text('Its code.'), name: text('Its name.') })
    .nullish()
    .describe(description)

/** Partly entered stop. */
const EnteredStop = z.object({
  location: z
    .object({
      id: Uuid.nullish().describe('Id of a location.'),
      name: text('Name of the place.'),
      postal_code: text('Postal code.'),
      city: text('Town.'),
      country: text('Country.'),
    })
    .nullish()
    .describe('A location by its id, or a place by its town and country.'),
  date: LocalDate.nullish().describe('Requested day.'),
  time_window: z
    .object({
      start_time: LocalTime.nullish().describe('Earliest time.'),
      end_time: LocalTime.nullish().describe('Latest time.'),
    })
    .nullish()
    .describe('Requested times, in the time of the place.'),
})

const EnteredItem = z.object({
  adr: z
    .object({ un_number: text('UN number.') })
    .nullish()
    .describe('What it is by ADR.'),
})

const EnteredGood = z.object({
  quantity: measure('Pieces.'),
  total_weight_kg: measure('Weight of all pieces.'),
  total_volume_m3: measure('Volume of all pieces.'),
  total_loading_meters: measure('Loading metres of all pieces.'),
  total_pallet_spaces: measure('Pallet spaces of all pieces.'),
  unit_weight_kg: measure('Weight of a piece.'),
  unit_loading_meters: measure('Loading metres of a piece.'),
  ordered_transport_temperature_degrees: measure('Temperature to be kept.'),
  packaging_type: named('Kind of packaging.'),
  packaged_items: z.array(EnteredItem).max(500).nullish().describe('What is in it.'),
})

const stops = (description: string) => z.array(EnteredStop).max(100).nullish().describe(description)

/** Order being entered: the upload members that determine route, price and warnings. */
const EnteredOrder = z.object({
  transport_service: named('Transport service.'),
  service_level: named('Service level.'),
  container: z
    .object({
      container_scenario: z.enum(['IMPORT', 'EXPORT']).nullish().describe('Import or export.'),
      container_type: named('Container type.'),
    })
    .nullish()
    .describe('The container of a container order.'),
  setup_stops: stops('Stops before the transport.'),
  teardown_stops: stops('Stops after the transport.'),
  consignments: z
    .array(
      z.object({
        pickup_stop: EnteredStop.describe('Where it is loaded.'),
        delivery_stop: EnteredStop.describe('Where it is unloaded.'),
        standalone_stops: stops('Stops between the two.'),
        goods: z.array(EnteredGood).max(500).nullish().describe('What is carried.'),
      }),
    )
    .max(100)
    .describe('What goes from where to where.'),
})

/** Warnings to check before an order is saved. */
export const previewWarnings = [
  'DELIVERY_EARLY',
  'IN_THE_PAST',
  'ADR',
  'CLOSED',
  'CLOSES',
  'TOO_FAR',
  'PLACE_UNKNOWN',
] as const

const PreviewWarning = z
  .object({
    kind: z.enum(previewWarnings).describe('What it is.'),
    place: z.string().nullable().describe('Name of the place.'),
    on: LocalDate.nullable().describe('Day of the stop.'),
    time: z.string().nullable().describe('CLOSES: when it closes, HH:mm in the time of the place.'),
    minutes: z.int().nullable().describe('TOO_FAR: minutes of driving between pickup and delivery.'),
    un_numbers: z.array(z.string()).describe('ADR: UN numbers of the goods.'),
  })
  .meta({ id: 'AppOrderPreviewWarning' })
export type PreviewWarning = z.output<typeof PreviewWarning>

const PreviewPrice = z
  .object({
    result: z.enum(ratingResults).describe('Whether there is a price.'),
    message: z.string().describe('Why there is none, or what is missing; else which card was used.'),
    total: z.string().nullable().describe('Sum of the charges without tax.'),
    currency: z.string().nullable().describe('Currency.'),
    charges: z
      .array(
        z.object({ description: z.string().describe('Text of the charge.'), amount: z.string().describe('Amount.') }),
      )
      .describe('What it consists of.'),
  })
  .meta({ id: 'AppOrderPreviewPrice' })
export type PreviewPrice = z.output<typeof PreviewPrice>

const RecentOrder = z
  .object({
    order_id: UuidOut.describe('Id of the order.'),
    order_number: z.string().describe('Number for people.'),
    customer_reference_number: z.string().nullable().describe("The customer's reference."),
    from_city: z.string().nullable().describe('Town of the first pickup.'),
    to_city: z.string().nullable().describe('Town of the last delivery.'),
    pickup_on: LocalDate.nullable().describe('Day of the first pickup.'),
    is_same_way: z.boolean().describe('It has the same pickup and delivery.'),
  })
  .meta({ id: 'AppRecentOrder' })
export type RecentOrder = z.output<typeof RecentOrder>

/** Preview of an order before it is saved. */
export const OrderPreview = z
  .object({
    places: z
      .array(
        z.object({
          name: z.string().describe('Name or town.'),
          latitude: z.number().describe('Degrees of WGS 84.'),
          longitude: z.number().describe('Degrees of WGS 84.'),
        }),
      )
      .describe('Stops with a known place, in the order of the form.'),
    way: z
      .object({
        distance_km: z.number().describe('Kilometres by road.'),
        driving_minutes: z.int().describe('Minutes of driving, without breaks.'),
        is_estimated: z.boolean().describe('True where no road engine measured it.'),
      })
      .nullable()
      .describe('From the first stop to the last; null until all places are known.'),
    price: PreviewPrice.nullable().describe('Null without a customer, or for users who may not see charges.'),
    questions: z.array(PlaceQuestion).describe('Places of the form that may be several, each once.'),
    warnings: z.array(PreviewWarning).describe('What to look at.'),
    recent: z.array(RecentOrder).describe('At most three orders of the customer, the same way first, then the newest.'),
  })
  .meta({ id: 'AppOrderPreview' })
export type OrderPreview = z.output<typeof OrderPreview>

/** Route, price, warnings and similar orders for an order being entered; nothing is stored. */
export const previewOrder = endpoint({
  ...ofApplication,
  permission: 'order.write',
  id: 'previewOrder',
  method: 'POST',
  path: '/app/orders/preview',
  summary: 'Preview an order while it is entered',
  description: 'Members that are not entered yet are left out. The price is that of the published rate cards.',
  body: z.object({
    customer_id: Uuid.nullish().describe('Id of the customer.'),
    except: Uuid.nullish().describe('Id of the order that is being changed.'),
    order: EnteredOrder.describe('What is entered so far.'),
  }),
  response: OrderPreview,
})
