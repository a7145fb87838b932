import type { LedgerExport, LedgerProfile } from '@cartage/contract/accounting/app/ledger'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { todayOf } from '../../tenants/today.views.ts'
import {
  type Coverage,
  coverageMode,
  datevFacts,
  daysOf,
  type LedgerFile,
  ledgerFile,
  newRanges,
} from './export.rules.ts'
import { findExport, findExported, findLedgerEntity, insertExport, lockExports } from './export.store.ts'
import type { LedgerFacts } from './file.format.ts'
import { loadLedgerRows, loadNumbers } from './rows.views.ts'

/** Parameters of an export. */
export interface ExportRequest {
  /** Id or code of the billing entity; without either, the default. */
  entity: { id?: string | undefined; code?: string | undefined }
  profile: LedgerProfile
  from: string | null
  to: string | null
}

/** An export with its file. */
export interface ExportedLedger {
  record: LedgerExport
  file: LedgerFile
}

/**
 * LEDGER-3: exports the ledger of a billing entity, and stores the coverage of the export with the hash of its file.
 * @throws Problem not_found if the billing entity is unknown, validation_failed
 */
export async function exportLedger(
  ctx: Context,
  { tenantId, by }: { tenantId: string; by: By },
  request: ExportRequest,
): Promise<ExportedLedger> {
  const mode = coverageMode(request.profile, request.from, request.to)
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const entity = await findLedgerEntity(tx, request.entity)
    if (!entity) throw new Problem('not_found')
    await lockExports(tx, entity.billing_entity_id)
    const numbers = await loadNumbers(tx, entity.billing_entity_id)
    const exported = await findExported(tx, entity.billing_entity_id, request.profile)
    const ranges = mode === 'SINCE_LAST' ? newRanges(request.profile, numbers, exported) : numbers
    const days = { from: request.from, to: request.to }
    const rows = await loadLedgerRows(tx, entity.billing_entity_id, ranges, days)
    const now = ctx.now().toISOString()
    const facts: LedgerFacts = {
      entity_code: entity.code,
      entity_name: entity.legal_name,
      registration_number: entity.company_registration_number,
      accounting_currency: entity.accounting_currency,
      ...daysOf(rows, days, await todayOf(ctx, tx)),
      created_at: now,
      ...datevFacts(request.profile, entity),
    }
    const file = ledgerFile(request.profile, rows, facts)
    const coverage: Coverage = { mode, ...days, ranges, facts }
    const id = ctx.newId()
    await insertExport(tx, {
      ...{ ledger_export_id: id, billing_entity_id: entity.billing_entity_id, profile: request.profile, coverage },
      ...{ file_name: file.name, entries: file.entries, sha256: file.sha256 },
      created_by: by.actor.kind === 'user' ? by.actor.id : null,
    })
    const after = { profile: request.profile, ...days, entries: file.entries, sha256: file.sha256 }
    await recordChanges(tx, by, [
      { entity_type: 'ledger_export', entity_id: id, action: 'created', before: null, after },
    ])
    return { record: recordOf((await findExport(tx, id))!), file }
  })
}

function recordOf({ coverage: _coverage, ...record }: LedgerExport & { coverage: Coverage }): LedgerExport {
  return record
}

/**
 * LEDGER-4: regenerates the file of an export from its entries, and compares it with the stored hash.
 * @throws Problem not_found
 * @throws Error if the file differs from the exported one
 */
export async function readExport(tx: Tx, id: string): Promise<LedgerFile> {
  const record = await findExport(tx, id)
  if (!record) throw new Problem('not_found')
  const { coverage, billing_entity_id, profile, sha256 } = record
  const rows = await loadLedgerRows(tx, billing_entity_id, coverage.ranges, coverage)
  const file = ledgerFile(profile, rows, coverage.facts)
  if (file.sha256 !== sha256) throw new Error(`The file of ledger export ${id} is not the one that was exported.`)
  return file
}
