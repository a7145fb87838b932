import type { OutboundAnswer, OutboundRequest } from '../../context.ts'

/** A position in the simulated service. */
export interface RfmsPosition {
  vin: string
  at: string
  /** When the service received it. */
  received: string
  latitude: number
  longitude: number
  /** Overridden members, such as a missing fix. */
  given?: object
}

/** An rFMS 4 service controlled by a test. */
export interface Rfms {
  positions: RfmsPosition[]
  vehicles: { vin: string; registrationNumber?: string; customerVehicleName?: string }[]
  statuses: object[]
  /** Positions per page. */
  pageSize: number
  /** Answers returned before the usual ones, in order. */
  first: Partial<OutboundAnswer>[]
  /** The clock of the service. */
  now: string
  /** Issued tokens, of which only the last is accepted. */
  tokens: string[]
  answer(request: OutboundRequest): Partial<OutboundAnswer>
}

/** A simulated service under https://rfms.example/rfms4 with tokens from https://rfms.example/token. */
export function createRfms(): Rfms {
  const service: Rfms = {
    ...{ positions: [], vehicles: [], statuses: [], pageSize: 100, first: [], tokens: [] },
    now: new Date().toISOString(),
    answer(request) {
      const early = service.first.shift()
      if (early) return early
      const url = new URL(request.url)
      if (url.pathname === '/token') {
        service.tokens.push(`token-${service.tokens.length + 1}`)
        return json({ access_token: service.tokens.at(-1), expires_in: 3_600, token_type: 'Bearer' })
      }
      const live = service.tokens.at(-1)
      if (live && request.headers.authorization !== `Bearer ${live}`) return { status: 401, body: '{}' }
      const what = url.pathname.replace('/rfms4/', '')
      if (request.headers.accept !== `application/json; rfms=${what}.v4.0`) return { status: 406, body: '{}' }
      if (what === 'vehicles') {
        return json({ vehicleResponse: { vehicles: service.vehicles }, moreDataAvailable: false })
      }
      if (what === 'vehiclestatuses') {
        const vehicleStatusResponse = { vehicleStatuses: service.statuses }
        return json({ vehicleStatusResponse, moreDataAvailable: false, requestServerDateTime: service.now })
      }
      return json(positionPage(service, url.searchParams))
    },
  }
  return service
}

/** One page, with a link to the rest whose path differs from the address, as the standard allows. */
function positionPage({ positions, pageSize, now }: Rfms, query: URLSearchParams): object {
  const from = query.get('starttime') ?? ''
  const isLatest = query.get('latestOnly') === 'true'
  const newest = new Map(positions.map((one) => [one.vin, one]))
  const all = isLatest ? [...newest.values()] : positions.filter(({ received }) => received >= from)
  const skipped = Number(query.get('page') ?? 0)
  const page = all.slice(skipped * pageSize, (skipped + 1) * pageSize)
  const isMore = all.length > (skipped + 1) * pageSize
  query.set('page', String(skipped + 1))
  return {
    vehiclePositionResponse: { vehiclePositions: page.map(positionOf) },
    moreDataAvailable: isMore,
    ...(isMore && { moreDataAvailableLink: `/rfms/vehiclepositions?${query}` }),
    requestServerDateTime: now,
  }
}

function positionOf({ vin, at, received, latitude, longitude, given }: RfmsPosition): object {
  return {
    vin,
    triggerType: { triggerType: 'TIMER', context: 'RFMS' },
    createdDateTime: at,
    receivedDateTime: received,
    gnssPosition: { latitude, longitude, heading: '180', altitude: 4, speed: 78.5, positionDateTime: at },
    wheelBasedSpeed: 79,
    ...given,
  }
}

function json(body: unknown): Partial<OutboundAnswer> {
  return { status: 200, body: JSON.stringify(body) }
}
