import { largestDocument } from '@cartage/contract/documents/endpoints'
import * as carrier from '@cartage/contract/doors/app/carrier'
import { byCaller } from '../../audit/rules.ts'
import type { Tx } from '../../db/tenant.ts'
import { answerTrip } from '../../dispatch/answers/commands.ts'
import { storeUpload } from '../../documents/upload.commands.ts'
import { readFile, serveMultipart } from '../../http/body/multipart.ts'
import { type Caller, subjectOf } from '../../http/caller.ts'
import { type Server, serve } from '../../http/serve.ts'
import { offerPrice } from '../requests/commands.ts'
import { attachAtStop, checkUpload, reportAtStop } from './commands.ts'
import { openCarrierTrip, readCarrierTrip } from './views.ts'

/** Binds the carrier page. Every response is the current trip. */
export function serveCarrier(server: Server): void {
  const { ctx } = server
  const shown = async (tx: Tx, caller: Caller): Promise<carrier.CarrierTrip> => {
    const { language, expiresAt } = caller.link!
    const trip = await readCarrierTrip(tx, subjectOf(caller, 'CARRIER'), caller.id, ctx.now())
    return { ...trip, language, expires_at: `${expiresAt.toISOString().slice(0, 19)}Z` }
  }
  serve(server, carrier.getCarrierTrip, async ({ caller, inTenant }) => inTenant((tx) => shown(tx, caller)))
  serve(server, carrier.answerCarrierTrip, async ({ caller, requestId, body, inTenant }) =>
    inTenant(async (tx) => {
      const subject = subjectOf(caller, 'CARRIER')
      await openCarrierTrip(tx, subject, ctx.now())
      const to = { tripId: subject.trip_id, companyId: subject.company_id }
      await answerTrip(ctx, tx, byCaller(caller, requestId), to, body)
      return await shown(tx, caller)
    }),
  )
  serve(server, carrier.offerCarrierPrice, async ({ caller, requestId, body, inTenant }) =>
    inTenant(async (tx) => {
      const asking = { by: byCaller(caller, requestId), linkId: caller.id }
      await offerPrice(ctx, tx, asking, subjectOf(caller, 'CARRIER'), body)
      return await shown(tx, caller)
    }),
  )
  serve(server, carrier.reportCarrierStop, async ({ caller, requestId, params, body, inTenant }) =>
    inTenant(async (tx) => {
      const by = byCaller(caller, requestId)
      await reportAtStop(ctx, tx, { by, subject: subjectOf(caller, 'CARRIER'), stopId: params.stop_id }, body)
      return await shown(tx, caller)
    }),
  )
  serveMultipart(server, carrier.uploadCarrierDocument, async (call) => {
    const { caller, requestId, request, params, query, inTenant } = call
    const subject = subjectOf(caller, 'CARRIER')
    await inTenant((tx) => checkUpload(ctx, tx, subject, params.stop_id))
    const { uploadId } = await storeUpload(ctx, caller, (take) => readFile(request, largestDocument, take))
    const file = { uploadId, documentType: query.document_type }
    const at = { by: byCaller(caller, requestId), subject, stopId: params.stop_id }
    await inTenant((tx) => attachAtStop(ctx, tx, at, file))
    // The uploader is in the trail, which is written with the commit.
    return await inTenant((tx) => shown(tx, caller))
  })
}
