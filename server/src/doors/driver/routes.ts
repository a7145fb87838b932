import { largestDocument } from '@cartage/contract/documents/endpoints'
import {
  getDriverDay,
  getOwnHours,
  listTripDriverActs,
  reportDriverActs,
  reportDriverPositions,
  setDriverPosition,
  uploadDriverFile,
} from '@cartage/contract/doors/app/driver'
import { dismissDriverReport } from '@cartage/contract/doors/app/driver-reports'
import { byCaller } from '../../audit/rules.ts'
import { findUpload } from '../../documents/transport.views.ts'
import { storeUpload } from '../../documents/upload.commands.ts'
import { readFile, serveMultipart } from '../../http/body/multipart.ts'
import { subjectOf } from '../../http/caller.ts'
import { type Server, serve } from '../../http/serve.ts'
import { hoursAhead, hoursOfOne } from '../../planning/hours/views.ts'
import { applyActs } from './act.commands.ts'
import { listActsOfTrip, readDriverDay } from './day.views.ts'
import { dismissReport } from './open.commands.ts'
import { decideSharing, takePositions } from './position.commands.ts'
import { requireStopOfDriver } from './stop.views.ts'

/** Binds the operations of the driver's page, and the reports that planners read. */
export function serveDriver(server: Server): void {
  const { ctx } = server
  serve(server, getDriverDay, async ({ caller, inTenant }) => {
    const { resource_id } = subjectOf(caller, 'DRIVER')
    return await inTenant((tx) => readDriverDay(tx, resource_id, ctx.now(), ctx.config.position_retention_days))
  })
  serve(server, getOwnHours, async ({ caller, inTenant, render }) => {
    const { resource_id } = subjectOf(caller, 'DRIVER')
    const inputs = await inTenant((tx) => hoursAhead(ctx, tx, resource_id))
    const { fault: _, ...hours } = await hoursOfOne(ctx, inputs, render)
    return hours
  })
  serve(server, reportDriverActs, async ({ caller, requestId, body }) => {
    const { resource_id: resourceId } = subjectOf(caller, 'DRIVER')
    const { tenantId, id: linkId } = caller
    const batch = { tenantId, linkId, resourceId, requestId, sentAt: body.sent_at, acts: body.acts }
    return { server_time: ctx.now().toISOString(), results: await applyActs(ctx, batch) }
  })
  serve(server, setDriverPosition, async ({ caller, requestId, body }) => {
    const { resource_id: resourceId } = subjectOf(caller, 'DRIVER')
    const { tenantId, id: linkId } = caller
    await decideSharing(ctx, { tenantId, linkId, resourceId, requestId }, body)
    return { server_time: ctx.now().toISOString() }
  })
  serve(server, reportDriverPositions, async ({ caller, requestId, body }) => {
    const { resource_id: resourceId } = subjectOf(caller, 'DRIVER')
    const { tenantId, id: linkId } = caller
    const taken = await takePositions(ctx, { tenantId, linkId, resourceId, requestId }, body)
    return { server_time: ctx.now().toISOString(), taken }
  })
  serveMultipart(server, uploadDriverFile, async ({ caller, request, query, inTenant }) => {
    const { resource_id } = subjectOf(caller, 'DRIVER')
    // LIMIT-21: a link only uploads files for its own stops.
    await inTenant((tx) => requireStopOfDriver(tx, query.stop_id, resource_id))
    const { uploadId } = await storeUpload(ctx, caller, (take) => readFile(request, largestDocument, take))
    const upload = await inTenant((tx) => findUpload(tx, uploadId))
    return { upload_id: uploadId, sha256: upload?.sha256 ?? '' }
  })
  serve(server, listTripDriverActs, async ({ params, inTenant }) => ({
    items: await inTenant((tx) => listActsOfTrip(tx, params.trip_id)),
  }))
  serve(server, dismissDriverReport, async ({ caller, requestId, params }) => {
    const by = byCaller(caller, requestId)
    const { trip_id: tripId, act_id: actId } = params
    return { seen_at: await dismissReport(ctx, { tenantId: caller.tenantId, by, tripId, actId }) }
  })
}
