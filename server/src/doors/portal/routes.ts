import * as contract from '@cartage/contract/doors/app/portal'
import { createPortalOrder, getPortalDraft, getPortalUpload } from '@cartage/contract/doors/app/portal-entry'
import { byCaller } from '../../audit/rules.ts'
import { decideCharges } from '../../charges/desk/client.commands.ts'
import { documentPath } from '../../documents/link.commands.ts'
import { type Caller, subjectOf } from '../../http/caller.ts'
import { sendCsv, walkRows } from '../../http/csv.ts'
import { type Server, serve } from '../../http/serve.ts'
import { languageOrEnglish } from '../../languages/writing.ts'
import { readOrderExport } from '../../orders/record/export.views.ts'
import { loadNames } from '../../orders/record/names.views.ts'
import { getOrderRow } from '../../orders/record/row.views.ts'
import { readUpload } from '../../orders/uploads/views.ts'
import { requestOfOrder } from '../requests/commands.ts'
import { draftOf } from './copy.rules.ts'
import { enterCopy } from './enter.commands.ts'
import { portalFile } from './file.rules.ts'
import { portalOrders } from './list.views.ts'
import { checkReleased, listPortalCharges, readPortal, readPortalOrder } from './order.views.ts'
import { portalUpload } from './rules.ts'

/** PORTAL-2: the one company whose orders the caller may see. */
const companyOf = (caller: Caller) => subjectOf(caller, 'CUSTOMER').company_id

/** Seconds in which a browser must begin a download. */
const secondsToFetch = 60

/** Binds the portal of customers. */
export function servePortal(server: Server): void {
  serveReads(server)
  serveEntry(server)
}

function serveReads(server: Server): void {
  const { ctx } = server
  serve(server, contract.getPortal, async ({ caller, inTenant }) => {
    const { language, expiresAt } = caller.link!
    const portal = await inTenant((tx) => readPortal(tx, caller.id))
    return { ...portal, language, expires_at: `${expiresAt.toISOString().slice(0, 19)}Z` }
  })
  serve(server, contract.listPortalOrders, async ({ caller, query, inTenant }) => {
    const { offset, limit, ...filters } = query
    const company = companyOf(caller)
    const page = { sort: '-created' as const, offset, limit }
    return await inTenant((tx) => portalOrders.open(tx, { ...filters, company }, { company }).window(page))
  })
  serve(server, contract.exportPortalOrders, ({ caller, query, reply }) => {
    const company = companyOf(caller)
    const { language, ...filters } = query
    const wanted = { filters: { ...filters, company }, given: { company } }
    const { columns, delimiter } = portalFile(languageOrEnglish(language ?? 'en'))
    return sendCsv(reply, 'orders', columns, walkRows(ctx, caller.tenantId, portalOrders, wanted), delimiter)
  })
  serve(server, contract.getPortalOrder, async ({ caller, params, inTenant }) =>
    inTenant((tx) =>
      readPortalOrder(tx, { orderId: params.order_id, companyId: companyOf(caller), now: ctx.now().getTime() }),
    ),
  )
  serve(server, contract.getPortalDocument, async ({ caller, params, inTenant }) => {
    const { order_id: orderId, document_id: documentId } = params
    const companyId = companyOf(caller)
    await inTenant((tx) => checkReleased(tx, { orderId, documentId, companyId }))
    return { path: documentPath(ctx, caller.tenantId, documentId, secondsToFetch) }
  })
}

function serveEntry(server: Server): void {
  const { ctx } = server
  serve(server, getPortalDraft, async ({ caller, params, inTenant }) =>
    inTenant(async (tx) => {
      const companyId = companyOf(caller)
      const [row, source, names] = await Promise.all([
        getOrderRow(tx, params.order_id, companyId),
        readOrderExport(tx, params.order_id, companyId),
        loadNames(tx),
      ])
      return { order_id: row.order_id, order_number: row.order_number, ...draftOf(source, names) }
    }),
  )
  serve(server, createPortalOrder, async ({ caller, requestId, body }) => {
    const { tenantId } = caller
    const by = byCaller(caller, requestId)
    const { entry_key: key, entry } = body
    return { upload_id: await enterCopy(ctx, { tenantId, by, companyId: companyOf(caller), key, entry }) }
  })
  serve(server, getPortalUpload, async ({ caller, params, inTenant }) => {
    return portalUpload(await inTenant((tx) => readUpload(tx, params.upload_id, companyOf(caller))))
  })
  serve(server, contract.requestPortalChange, async ({ caller, requestId, params, body, inTenant }) =>
    inTenant(async (tx) => {
      const about = { orderId: params.order_id, companyId: companyOf(caller) }
      await requestOfOrder(ctx, tx, { by: byCaller(caller, requestId), linkId: caller.id }, about, body)
      return await readPortalOrder(tx, { ...about, now: ctx.now().getTime() })
    }),
  )
  // PORTAL-5: the caller of a portal link has a company, so charges follow the rules for customers (CHARGE-34).
  serve(server, contract.reviewPortalCharges, async ({ caller, requestId, params, body, inTenant }) =>
    inTenant(async (tx) => {
      const decisions = body.charges.map(({ charge_id, approval, comment }) => {
        return { id: charge_id, approval_status: approval, description: comment }
      })
      await decideCharges(ctx, tx, { caller, by: byCaller(caller, requestId) }, params.order_id, decisions)
      return { charges: await listPortalCharges(tx, params.order_id) }
    }),
  )
}
