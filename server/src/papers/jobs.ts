import { bySystem } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import { attachDocuments, byHand, storeBytes } from '../documents/attach.commands.ts'
import type { Job } from '../jobs/kinds.ts'
import { readOrderTemperature } from '../temperatures/views.ts'
import { readTenantSettings } from '../tenants/tenants.views.ts'
import { findOrderFacts } from './facts.views.ts'
import { paperLanguage } from './print.rules.ts'
import { printTemperatureRecord } from './temperature-record/print.rules.ts'

/**
 * PAPER-20: saves the temperatures measured during an order as a document, next to its proof of delivery. Not stored
 * again without newer measurements, and never when no vehicle measured.
 */
export async function keepTemperatureRecord(ctx: Context, job: Job<'papers.keep_temperatures'>): Promise<void> {
  const { tenantId } = job
  const { order_id } = job.payload
  const now = ctx.now().getTime()
  const read = await ctx.db.asTenant(tenantId, async (tx) => {
    const record = await readOrderTemperature(tx, order_id, now)
    // Most orders are never measured.
    if (record.legs.length === 0) return undefined
    const [facts, { locale }] = await Promise.all([findOrderFacts(tx, order_id), readTenantSettings(tx)])
    return facts && { facts, record, locale }
  })
  if (!read) return
  const paper = await printTemperatureRecord(read.facts, read.record, paperLanguage(undefined, read.locale))
  const file = { bytes: paper.bytes, name: paper.name, mediaType: 'application/pdf' }
  const upload_id = await storeBytes(ctx, tenantId, file)
  const subject = { type: 'ORDER', id: order_id, order_id } as const
  const document = { subject, document_type: 'TEMPERATURE_REPORT', name: paper.name, upload_id, path: 'paper' }
  await job.finishing((tx) => attachDocuments(ctx, tx, { by: bySystem, note: byHand }, [document]))
}
