import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { SyncCandidate } from './sync.rules.ts'

const lock = statement(
  'companies.lock_sync',
  `select set_config('plan_cache_mode', 'force_custom_plan', true),
          pg_advisory_xact_lock(hashtextextended('companies.sync ' || $1::uuid::text, 0))`,
)

/**
 * Serialises synchronisations of companies in a tenant, until the transaction ends. Its statements are planned for the
 * actual list: a plan made for one company compares each row with each of thousands of keys.
 */
export async function lockCompanySync(tx: Tx): Promise<void> {
  await tx.query(lock)
}

const selectCandidates = statement(
  'companies.select_sync_candidates',
  `select c.company_id, c.code, c.accounting_code, c.source, c.is_archived from company c
    where c.tenant_id = $1 and c.source = $2
   union
   select c.company_id, c.code, c.accounting_code, c.source, c.is_archived from company c
    where c.tenant_id = $1 and not c.is_archived and c.code = any($3::text[])
   union
   select c.company_id, c.code, c.accounting_code, c.source, c.is_archived from company c
    where c.tenant_id = $1 and not c.is_archived and c.accounting_code = any($4::text[])`,
)

/** Companies that a list may match: all of its source, and active ones with one of its codes. */
export async function findSyncCandidates(
  tx: Tx,
  source: string,
  codes: readonly string[],
  accountingCodes: readonly string[],
): Promise<SyncCandidate[]> {
  return await tx.query<SyncCandidate>(selectCandidates, source, codes, accountingCodes)
}

const clear = statement(
  'companies.clear_accounting_codes',
  `update company set accounting_code = null where tenant_id = $1 and company_id = any($2::uuid[])`,
)

/** Clears the accounting codes of companies that are written next, so that codes can change hands among them. */
export async function clearAccountingCodes(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.query(clear, ids)
}
