import type { GeocoderSettings } from '../../config.ts'
import type { Context } from '../../context.ts'
import { inPart } from '../../tracing/spans.ts'
import type { GeocodedAddress, GeocoderHit, Precision } from './rules.ts'

const timeoutMs = 5_000
const keptBytes = 65_536
const mostHits = 5

/** The protocol of one kind of geocoder. */
interface GeocoderDialect {
  path: string
  query(address: GeocodedAddress): Record<string, string>
  /** @returns undefined when it is not an answer of this geocoder */
  read(answer: unknown): GeocoderHit[] | undefined
}

const texts = ({ address, postal_code, city, country }: GeocodedAddress) => ({
  street: address?.trim() ?? '',
  postalcode: postal_code?.trim() ?? '',
  city: city?.trim() ?? '',
  country: country?.trim() ?? '',
})

interface PhotonFeature {
  geometry?: { coordinates?: unknown[] }
  properties?: { type?: unknown; countrycode?: unknown; postcode?: unknown }
}

/** Photon: one text, and GeoJSON as the answer. */
const photon: GeocoderDialect = {
  path: '/api',
  query(address) {
    const { street, postalcode, city, country } = texts(address)
    const parts = [street, `${postalcode} ${city}`.trim(), country].filter((part) => part !== '')
    return { q: parts.join(', '), limit: String(mostHits) }
  },
  read(answer) {
    const { features } = (answer ?? {}) as { features?: PhotonFeature[] }
    if (!Array.isArray(features)) return undefined
    return features.flatMap(({ geometry, properties = {} }) => {
      const [longitude, latitude] = geometry?.coordinates ?? []
      return hitOf(latitude, longitude, photonPrecisions[String(properties.type)], properties)
    })
  },
}

const photonPrecisions: Readonly<Record<string, Precision>> = {
  ...{ house: 'HOUSE', street: 'STREET', locality: 'DISTRICT', district: 'DISTRICT', city: 'TOWN' },
}

interface NominatimPlace {
  lat?: unknown
  lon?: unknown
  place_rank?: unknown
  address?: { country_code?: unknown; postcode?: unknown }
}

/** Nominatim: address parts in separate parameters, and a list as the answer. */
const nominatim: GeocoderDialect = {
  path: '/search',
  query(address) {
    const given = Object.entries(texts(address)).filter(([, text]) => text !== '')
    return { ...Object.fromEntries(given), format: 'jsonv2', addressdetails: '1', limit: String(mostHits) }
  },
  read(answer) {
    if (!Array.isArray(answer)) return undefined
    return (answer as NominatimPlace[]).flatMap(({ lat, lon, place_rank, address = {} }) =>
      hitOf(Number(lat), Number(lon), rankPrecision(Number(place_rank)), {
        countrycode: address.country_code,
        postcode: address.postcode,
      }),
    )
  },
}

/** Ranks of Nominatim: 30 a house, 26 a street, 17 to 25 districts and postal codes, 13 to 16 a town; below, larger. */
function rankPrecision(rank: number): Precision | undefined {
  if (rank >= 28) return 'HOUSE'
  if (rank >= 26) return 'STREET'
  if (rank >= 17) return 'DISTRICT'
  return rank >= 13 ? 'TOWN' : undefined
}

function hitOf(
  latitude: unknown,
  longitude: unknown,
  precision: Precision | undefined,
  { countrycode, postcode }: { countrycode?: unknown; postcode?: unknown },
): GeocoderHit[] {
  const isPoint = typeof latitude === 'number' && typeof longitude === 'number'
  if (!isPoint || !(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) || precision === undefined) return []
  const country = typeof countrycode === 'string' ? countrycode.toUpperCase() : null
  return [{ latitude, longitude, precision, country, postal_code: typeof postcode === 'string' ? postcode : null }]
}

const dialects: Readonly<Record<GeocoderSettings['kind'], GeocoderDialect>> = { PHOTON: photon, NOMINATIM: nominatim }

/** The answer of a geocoder: possible places, or why it failed. */
export interface GeocoderAnswer {
  hits: GeocoderHit[]
  /** Why it failed, in one line; null if it answered. */
  failure: string | null
}

/** Queries a geocoder for an address. Never throws. */
export async function requestPlace(
  ctx: Pick<Context, 'net'>,
  geocoder: GeocoderSettings,
  address: GeocodedAddress,
): Promise<GeocoderAnswer> {
  const dialect = dialects[geocoder.kind]
  const url = new URL(geocoder.url)
  url.pathname = url.pathname.replace(/\/+$/, '') + dialect.path
  for (const [name, text] of Object.entries(dialect.query(address))) url.searchParams.set(name, text.slice(0, 300))
  const agent = geocoder.contact === undefined ? 'Cartage' : `Cartage (${geocoder.contact})`
  const headers = { 'user-agent': agent, accept: 'application/json' }
  const sending = { url: url.href, method: 'GET', headers, body: '', timeout_ms: timeoutMs } as const
  const facts = { 'server.address': url.hostname }
  const { status, body, failure } = await inPart({ name: `geocoder ${geocoder.kind}`, kind: 'CLIENT', facts }, () =>
    ctx.net.send({ ...sending, keep_bytes: keptBytes, whose: 'operator' }),
  )
  if (failure !== null) return { hits: [], failure: failure.slice(0, 300) }
  const hits = status === 200 ? dialect.read(parsed(body)) : undefined
  return hits ? { hits, failure: null } : { hits: [], failure: `HTTP ${status}: the answer has no places` }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
