import { randomUUID } from 'node:crypto'
import { type Door, doors } from '@cartage/contract/endpoint'
import { updateLinkRevoked } from '../../doors/links.store.ts'
import { linkTo, type TestLink } from '../data/doors.ts'
import { change } from '../data/trips.ts'
import type { TestServer } from '../start-test-server.ts'
import type { TestTenant } from '../test-tenant.ts'
import { form } from './documents.ts'
import type { Victim, Visitor } from './world.ts'

/** The victim's link for each door. */
export type VictimDoors = Readonly<Record<Door, TestLink>>

interface Opened {
  orderId: string
  tripId: string
  companyId: string
  resourceId: string
  customerId: string
}

/** Links to the victim's order, trip, resource and customer. */
export async function createVictimDoors(server: TestServer, tenant: TestTenant, to: Opened): Promise<VictimDoors> {
  const { orderId: order_id, tripId: trip_id, companyId: company_id, resourceId: resource_id } = to
  // A carrier link opens a trip that its company drives.
  await change(server, tenant, [trip_id], ([trip]) => [{ ...trip!, subcontractor_id: company_id }])
  return {
    TRACKING: await linkTo(server, tenant, { door: 'TRACKING', order_id }),
    CARRIER: await linkTo(server, tenant, { door: 'CARRIER', trip_id, company_id }),
    DRIVER: await linkTo(server, tenant, { door: 'DRIVER', resource_id }),
    CUSTOMER: await linkTo(server, tenant, { door: 'CUSTOMER', company_id: to.customerId }),
  }
}

/** Visitors with a valid link. */
export function doorVisitors(links: VictimDoors, side: Visitor['side']): Visitor[] {
  return doors.map((door) => ({
    kind: `${side} link of ${door}`,
    side,
    headers: links[door].headers,
    opens: (endpoint) => endpoint.auth === 'link' && endpoint.door === door,
  }))
}

/** Visitors with an invalid link: revoked, expired, or with another secret. */
export async function brokenLinks(server: TestServer, victim: Victim, later: TestServer): Promise<Visitor[]> {
  const subject = { door: 'TRACKING', order_id: victim.orderId } as const
  const revoked = await linkTo(server, victim.tenant, subject)
  await victim.tenant.asTenant((tx) => updateLinkRevoked(tx, revoked.linkId, server.ctx.now()))
  const expired = await linkTo(server, victim.tenant, subject, 1)
  const { authorization } = victim.doors.TRACKING.headers
  const broken = `${authorization.slice(0, -8)}AAAAAAAA`
  const nobody = (kind: string, headers: Visitor['headers']): Visitor => {
    return { kind, side: 'nobody', headers, opens: () => false }
  }
  return [
    nobody('revoked link', revoked.headers),
    { ...nobody('expired link', expired.headers), server: later },
    nobody('link with another secret', { authorization: broken }),
  ]
}

const linkOf = ({ doors: links }: Victim, path: string) => {
  if (path.startsWith('/app/orders/')) return links.TRACKING
  if (path.startsWith('/app/companies/')) return links.CUSTOMER
  return path.startsWith('/app/trips/') ? links.CARRIER : links.DRIVER
}

const arrival = { kind: 'ARRIVE', happened_at: '2026-03-02T08:00:00Z', clock_offset_ms: 0 }

/** Requests for the victim's links. */
export const doorCases = {
  pathIds: {
    // An id that no phone of the victim has sent.
    act_id: { of: () => '7f8a2d57-0c3f-4e0c-8a52-6d1f0d0f8b12' },
    door_request_id: { of: () => '7f8a2d57-0c3f-4e0c-8a52-6d1f0d0f8b13' },
    door_link_id: { of: (victim: Victim, path: string) => linkOf(victim, path).linkId },
  },
  plainQuery: ['to_approve'],
  bodies: {
    createTrackingLink: [() => ({})],
    createCarrierLink: [() => ({ days: 7 })],
    createPortalLink: [() => ({ person_name: 'Matrix' })],
    createDriverLink: [() => ({ language: 'pl' })],
    reportDriverActs: [
      (_: string, victim: Victim) => ({
        sent_at: '2026-03-02T08:00:00Z',
        acts: [{ ...arrival, act_id: randomUUID(), stop_id: victim.trip.tripStopId }],
      }),
    ],
    setDriverPosition: [
      () => ({ is_on: true, decided_at: arrival.happened_at, clock_offset_ms: 0, sent_at: arrival.happened_at }),
    ],
    reportDriverPositions: [
      () => ({
        sent_at: arrival.happened_at,
        positions: [
          { recorded_at: arrival.happened_at, clock_offset_ms: 0, latitude: 51, longitude: 4, accuracy_m: 12 },
        ],
      }),
    ],
    uploadDriverFile: [form],
    offerCarrierPrice: [() => ({ amount: '650.00' })],
    requestPortalChange: [() => ({ kind: 'CHANGE', text: 'Later' })],
    decideCarrierOffer: [() => ({ decision: 'ACCEPTED' })],
    decideOrderRequest: [() => ({ decision: 'ACCEPTED' })],
    answerCarrierTrip: [() => ({ answer: 'ACCEPTED', plate: '1-ABC-234' })],
    reportCarrierStop: [() => ({ report: 'ARRIVED', happened_at: '2026-03-02T08:00:00Z' })],
    uploadCarrierDocument: [form],
    createPortalOrder: [
      (_: string, victim: Victim) => ({ entry_key: randomUUID(), entry: { order_id: victim.orderId, stops: [] } }),
    ],
    reviewPortalCharges: [() => ({ charges: [{ charge_id: randomUUID(), approval: 'APPROVED' }] })],
  },
}
