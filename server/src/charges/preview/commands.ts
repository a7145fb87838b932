import type { OrderPreview, PreviewPrice } from '@cartage/contract/charges/app/preview'
import type { PlaceQuestion } from '@cartage/contract/locations/app/answers'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import type { Render } from '../../http/language.ts'
import { answersOf, findOpenPlaces, questionsOf } from '../../locations/answers/views.ts'
import { countryOfPlace, findTimeZone, findWhereabouts } from '../../locations/cities.views.ts'
import { localTime } from '../../locations/local-time.rules.ts'
import { type OpeningHoursReader, openingHoursReader } from '../../locations/opening-hours.rules.ts'
import { usualCountries } from '../../locations/usual-countries.views.ts'
import type { WrittenPlace } from '../../locations/written-place.rules.ts'
import type { Road, RoadFinder } from '../../positions/roads/rules.ts'
import { findEngine, openRoads } from '../../positions/roads/views.ts'
import { explain } from '../../rates/engine/explain.rules.ts'
import { rate } from '../../rates/engine/rate.rules.ts'
import { loadTariff } from '../../rates/tariff.views.ts'
import { holidayFinder } from '../facts/holidays.rules.ts'
import { orderFacts } from '../facts/orders.rules.ts'
import { loadNames } from '../facts/orders.views.ts'
import { customFieldsOf } from '../rating/tariff-use.rules.ts'
import {
  type EnteredOrder,
  type FormStop,
  formStops,
  type KnownPlace,
  type PlacedStop,
  previewSource,
} from './source.rules.ts'
import { findHomeZone, findParties, findPlaces, findRecent } from './views.ts'
import { nameOf, warningsOf } from './warnings.rules.ts'

/** Input of a preview. */
export interface PreviewRequest {
  readonly order: EnteredOrder
  readonly customerId: string | null
  /** The order being changed, if any. */
  readonly except: string | null
  readonly seesPrice: boolean
  readonly render: Render
}

/** Route, price, warnings and similar orders while an order is entered (CHARGE-43). Nothing is stored. */
export async function readPreview(ctx: Context, tx: Tx, request: PreviewRequest): Promise<OrderPreview> {
  const { order, customerId, except } = request
  const [{ stops: placed, questions }, zone, reader, engine] = await Promise.all([
    placeStops(tx, formStops(order), customerId),
    findHomeZone(tx),
    openingHoursReader(),
    findEngine(ctx, tx),
  ])
  const stops = await Promise.all(placed.map(withCountry))
  const known = stops.flatMap(({ place }) => place ?? [])
  const { find: road } = await openRoads(ctx, tx, engine, known)
  const { date: today } = localTime(ctx.now().toISOString(), zone)
  const end = (stop: PlacedStop | undefined) => ({
    location_id: stop?.place?.location_id ?? null,
    city: stop?.place?.city ?? null,
  })
  const from = end(stops.find(({ role }) => role === 'PICKUP'))
  const to = end(stops.findLast(({ role }) => role === 'DELIVERY'))
  return {
    places: stops.flatMap((stop) => pointOf(stop) ?? []),
    way: wayOf(stops, road),
    questions,
    warnings: warningsOf(order, { stops, now: ctx.now().toISOString(), time_zone: zone, opens: reader, road }),
    price: await priceOf(ctx, tx, request, { stops, time_zone: zone, today, road, reader }),
    recent: customerId === null ? [] : await findRecent(tx, { companyId: customerId, from, to, except }),
  }
}

/** PLACE-11: prices use the country of the town that was found. */
async function withCountry(stop: PlacedStop): Promise<PlacedStop> {
  const { place } = stop
  if (!place || place.country?.trim()) return stop
  return { ...stop, place: { ...place, found_country: await countryOfPlace(place) } }
}

/** Finds locations by id and other places by town. If several match, the user is asked to choose (PLACE-7). */
async function placeStops(
  tx: Tx,
  stops: readonly FormStop[],
  customerId: string | null,
): Promise<{ stops: PlacedStop[]; questions: PlaceQuestion[] }> {
  const ids = stops.flatMap(({ given }) => given.location?.id ?? [])
  const places = await findPlaces(tx, [...new Set(ids)])
  const companyIds = customerId === null ? [] : [customerId]
  const uses = stops.map(({ given }) => ({ ...writtenOf(given.location), companyIds }))
  const usual = await usualCountries(tx, uses)
  const placed = await Promise.all(stops.map((stop, at) => placeStop(stop, places, usual(uses[at]!))))
  const isOpen = ({ place }: PlacedStop) => place !== null && (place.location_id === null || place.latitude === null)
  const open = await findOpenPlaces(
    placed.filter(isOpen).map(({ place }) => ({
      ...{ city: place!.city, postal_code: place!.postal_code, country: place!.country },
      ...{ location_id: place!.location_id, companyIds },
      place: place!,
    })),
    usual,
  )
  if (open.length === 0) return { stops: placed, questions: [] }
  const answers = await answersOf(tx, open)
  const answered = new Map(
    open.flatMap((one) => (answers.has(one) ? [[one.asked.place, answers.get(one)!] as const] : [])),
  )
  const each = new Map(open.map((one) => [`${one.asked.location_id} ${one.known.spelling}`, one]))
  const asked = new Set(open.flatMap((one) => (one.known.choices.length > 0 ? [one.asked.place] : [])))
  const known = placed.map(async (stop): Promise<PlacedStop> => {
    const answer = stop.place && answered.get(stop.place)
    if (!stop.place || !answer) return { ...stop, isAmbiguous: stop.place !== null && asked.has(stop.place) }
    const { latitude, longitude } = answer
    return { ...stop, place: { ...stop.place, latitude, longitude, time_zone: await findTimeZone(answer) } }
  })
  return { stops: await Promise.all(known), questions: await questionsOf(tx, [...each.values()]) }
}

function writtenOf(location: FormStop['given']['location']): WrittenPlace {
  const { city, country, postal_code } = location ?? {}
  return { city: city ?? null, postal_code: postal_code ?? null, country: country ?? null }
}

async function placeStop(
  stop: FormStop,
  places: ReadonlyMap<string, KnownPlace>,
  usual: readonly string[],
): Promise<PlacedStop> {
  const { id, name, city, country, postal_code } = stop.given.location ?? {}
  const known = id ? places.get(id) : undefined
  if (known) return { ...stop, place: known }
  if (!city && !name) return { ...stop, place: null }
  const unplaced = { ...writtenOf(stop.given.location), latitude: null, longitude: null }
  const { latitude, longitude, time_zone } = await findWhereabouts(unplaced, usual)
  const written = { name: name || null, city: city || null, country: country || null, postal_code: postal_code || null }
  const unknown = { location_id: null, location_code: null, opening_hours: null }
  return { ...stop, place: { ...unknown, ...written, latitude, longitude, time_zone } }
}

function pointOf(stop: PlacedStop): OrderPreview['places'][number] | undefined {
  const { place } = stop
  if (!place || place.latitude === null || place.longitude === null) return undefined
  return { name: nameOf(stop) ?? '', latitude: place.latitude, longitude: place.longitude }
}

/** Route from stop to stop; null unless there are two places and all are located. */
function wayOf(stops: readonly PlacedStop[], road: RoadFinder): OrderPreview['way'] {
  const places = stops.flatMap(({ place }) => place ?? [])
  if (places.length < 2 || places.length < stops.length) return null
  const legs: Road[] = []
  for (const [at, place] of places.slice(1).entries()) {
    const leg = road(places[at]!, place)
    if (!leg) return null
    legs.push(leg)
  }
  return {
    distance_km: Math.round(legs.reduce((sum, { distance_km }) => sum + distance_km, 0)),
    driving_minutes: Math.round(legs.reduce((sum, { driving_minutes }) => sum + driving_minutes, 0)),
    is_estimated: legs.some(({ is_estimated }) => is_estimated),
  }
}

interface Surroundings {
  readonly stops: readonly PlacedStop[]
  readonly time_zone: string
  readonly today: string
  readonly road: RoadFinder
  readonly reader: OpeningHoursReader
}

async function priceOf(
  ctx: Context,
  tx: Tx,
  { order, customerId, seesPrice, render }: PreviewRequest,
  { road, reader, ...world }: Surroundings,
): Promise<PreviewPrice | null> {
  if (!seesPrice || customerId === null) return null
  const [parties, tariff, names] = await Promise.all([findParties(tx, customerId), loadTariff(tx), loadNames(tx)])
  if (!parties) return null
  const source = previewSource(order, { ...parties, ...world, names, newId: ctx.newId })
  const facts = orderFacts(source, {
    holidays: holidayFinder(reader),
    customFields: customFieldsOf(tariff),
    trips: new Map(),
    measuredTrips: new Set(),
    road,
  })
  const { result, message, total, currency, charges } = explain(rate(facts, 'SALES', tariff), facts, tariff)
  return {
    ...{ result, total, currency },
    message: render(message),
    charges: charges.map(({ description, amount }) => ({ description, amount })),
  }
}
