import * as links from '@cartage/contract/doors/app/links'
import * as portal from '@cartage/contract/doors/app/portal-links'
import type { Endpoint } from '@cartage/contract/endpoint'
import type { DoorLanguage } from '@cartage/contract/reading/languages'
import { byCaller } from '../audit/rules.ts'
import { type Call, type Server, serve } from '../http/serve.ts'
import { createLink, linksOf, revokeLink } from './links.commands.ts'
import type { LinkOwner } from './links.rules.ts'

/** Binds the link operations of planners: create, list, revoke. */
export function serveLinks(server: Server): void {
  const { ctx } = server
  type RouteCall = Pick<Call<Endpoint>, 'caller' | 'requestId' | 'inTenant'>
  const create = ({ caller, requestId, inTenant }: RouteCall, owner: LinkOwner, body: Terms) => {
    const { days, language = null, label = null, answer_by: answerBy = null, shows_price: showsPrice = false } = body
    const { person_name, person_email = null } = body
    const person = person_name === undefined ? {} : { person: { name: person_name, email: person_email } }
    const isAllowed = caller.permissions.includes('carrier.override')
    const override = { reason: body.override?.reason ?? null, isAllowed }
    const terms = { days, language, label, answerBy, showsPrice, override, ...person }
    return inTenant((tx) => createLink(ctx, tx, byCaller(caller, requestId), owner, terms))
  }
  const list = async ({ inTenant }: RouteCall, owner: LinkOwner) => ({
    items: await inTenant((tx) => linksOf(ctx, tx, owner)),
  })
  const revoke = ({ caller, requestId, inTenant }: RouteCall, owner: LinkOwner, id: string) =>
    inTenant((tx) => revokeLink(ctx, tx, byCaller(caller, requestId), owner, id))

  serve(server, links.createTrackingLink, (call) => create(call, ofOrder(call.params), call.body))
  serve(server, links.listTrackingLinks, (call) => list(call, ofOrder(call.params)))
  serve(server, links.revokeTrackingLink, (call) => revoke(call, ofOrder(call.params), call.params.door_link_id))
  serve(server, links.createCarrierLink, (call) => create(call, ofTrip(call.params), call.body))
  serve(server, links.listCarrierLinks, (call) => list(call, ofTrip(call.params)))
  serve(server, links.revokeCarrierLink, (call) => revoke(call, ofTrip(call.params), call.params.door_link_id))
  serve(server, links.createDriverLink, (call) => create(call, ofDriver(call.params), call.body))
  serve(server, links.listDriverLinks, (call) => list(call, ofDriver(call.params)))
  serve(server, links.revokeDriverLink, (call) => revoke(call, ofDriver(call.params), call.params.door_link_id))
  serve(server, portal.createPortalLink, (call) => create(call, ofCustomer(call.params), call.body))
  serve(server, portal.listPortalLinks, (call) => list(call, ofCustomer(call.params)))
  serve(server, portal.revokePortalLink, (call) => revoke(call, ofCustomer(call.params), call.params.door_link_id))
}

interface Terms {
  days: number
  language?: DoorLanguage | null | undefined
  label?: string | null | undefined
  answer_by?: string | null | undefined
  shows_price?: boolean | undefined
  person_name?: string | undefined
  person_email?: string | null | undefined
  override?: { reason: string } | null | undefined
}

const ofOrder = ({ order_id }: { order_id: string }) => ({ order_id })
const ofTrip = ({ trip_id }: { trip_id: string }) => ({ trip_id })
const ofCustomer = ({ company_id }: { company_id: string }) => ({ company_id })
const ofDriver = ({ resource_id }: { resource_id: string }) => ({ resource_id })
