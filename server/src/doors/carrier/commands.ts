import type { CarrierDocumentType, CarrierReport } from '@cartage/contract/doors/app/carrier'
import type { By } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { attachDocuments, byHand } from '../../documents/attach.commands.ts'
import { Problem } from '../../http/problem.ts'
import { timeFault } from '../../inbound/status/rules.ts'
import { knownStops } from '../../inbound/status/views.ts'
import { reportStops } from '../../trips/report.commands.ts'
import { checkFault, reportFault, statusOf, uploadFault } from './rules.ts'
import { type CarrierSubject, openCarrierTrip } from './views.ts'

/** A carrier's action at a stop of its trip. */
interface AtStop {
  by: By
  subject: CarrierSubject
  stopId: string
}

/**
 * Applies an arrival or a departure reported by the carrier of a trip, as a webhook of its partner would (LINK-5).
 * @throws Problem not_found for a stop of another trip; state_conflict when not accepted, or contradicting known times
 */
export async function reportAtStop(
  ctx: Context,
  tx: Tx,
  { by, subject, stopId }: AtStop,
  { report, happened_at }: { report: CarrierReport; happened_at: string },
): Promise<void> {
  const { access } = await openCarrierTrip(tx, subject, ctx.now())
  const stop = await stopOf(tx, subject, stopId)
  checkFault(reportFault(access))
  checkFault(timeFault(happened_at, stop.trip_starts_at, ctx.now().getTime()))
  const given = { stop_id: stopId, status: statusOf(report), event_at: happened_at }
  const [outcome] = await reportStops(ctx, tx, [given], 'carrier', by)
  if (outcome?.outcome === 'REFUSED') checkFault(outcome.reason ?? '')
}

/**
 * Attaches a stored file to a stop of the trip. The same file again is stored once.
 * @throws Problem not_found for a stop of another trip; state_conflict when the trip was refused or cancelled
 */
export async function attachAtStop(
  ctx: Context,
  tx: Tx,
  { by, subject, stopId }: AtStop,
  { uploadId, documentType }: { uploadId: string; documentType: CarrierDocumentType },
): Promise<void> {
  const { access } = await openCarrierTrip(tx, subject, ctx.now())
  const { order_id } = await stopOf(tx, subject, stopId)
  checkFault(uploadFault(access))
  await attachDocuments(ctx, tx, { by, note: byHand }, [
    {
      subject: { type: 'STOP', id: stopId, order_id },
      document_type: documentType,
      upload_id: uploadId,
      path: 'file',
    },
  ])
}

/** Checks before a file is read that it will be taken. @throws Problem as `attachAtStop` */
export async function checkUpload(ctx: Context, tx: Tx, subject: CarrierSubject, stopId: string): Promise<void> {
  const { access } = await openCarrierTrip(tx, subject, ctx.now())
  await stopOf(tx, subject, stopId)
  checkFault(uploadFault(access))
}

async function stopOf(tx: Tx, { trip_id }: CarrierSubject, stopId: string) {
  const stop = (await knownStops(tx, [stopId])).get(stopId)
  if (stop?.trip_id !== trip_id) throw new Problem('not_found')
  return stop
}
