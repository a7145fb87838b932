import type { CompanySyncRequest } from '@cartage/contract/companies/endpoints'
import { type SyncOutcome, type SyncResponse, type SyncResult, syncResponse } from '@cartage/contract/sync'
import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { twice } from '../db/twice.ts'
import { noRecordIds, type RecordIds, recordIdFault } from '../tenants/record-ids.rules.ts'
import { readAcceptsRecordIds } from '../tenants/tenants.views.ts'
import { companyChange, warningsOf } from './commands.ts'
import { companyDetails, listBillingEntities } from './details.views.ts'
import { followCompanies } from './follow.commands.ts'
import { settlePlaces } from './places.commands.ts'
import { type CodeHolder, type Company, decideCompany, withArchived } from './record.rules.ts'
import {
  type CompanyToWrite,
  companiesForUpdate,
  findCodeHolders,
  findExistingCompanies,
  insertCompanyRecords,
  updateCompanyRecords,
} from './records.store.ts'
import {
  areAllNamed,
  type DecidedRow,
  isUnchanged,
  keysOf,
  type Match,
  matchRows,
  type SyncCandidate,
  startOfRow,
  withCodeFaults,
} from './sync.rules.ts'
import { clearAccountingCodes, findSyncCandidates, lockCompanySync } from './sync.store.ts'

/**
 * Applies the full list of a source to its companies, in one transaction. A dry run does the same and rolls back, so
 * that it reports exactly what would happen.
 * @param keepsOthers true for a partial list: missing companies stay
 */
export async function syncCompanies(
  ctx: Context,
  tenantId: string,
  by: By,
  request: CompanySyncRequest,
  keepsOthers = false,
): Promise<SyncResponse> {
  const run = () =>
    ctx.db.asTenant(tenantId, async (tx) => {
      const response = syncResponse(await applyList(ctx, tx, by, request, keepsOthers), request.dry_run ?? false)
      if (request.dry_run) throw new DryRunRollback(response)
      return response
    })
  try {
    return await twice(run)
  } catch (error) {
    if (error instanceof DryRunRollback) return error.response
    throw error
  }
}

/** Rolls back the transaction of a dry run. */
class DryRunRollback extends Error {
  override name = 'DryRunRollback'
  readonly response: SyncResponse

  constructor(response: SyncResponse) {
    super('a dry run is taken back')
    const results = response.results.map((result) => (result.outcome === 'CREATED' ? { ...result, id: null } : result))
    this.response = { ...response, results }
  }
}

async function applyList(
  ctx: Context,
  tx: Tx,
  by: By,
  request: CompanySyncRequest,
  keepsOthers: boolean,
): Promise<SyncResult[]> {
  const { source, items } = request
  await lockCompanySync(tx)
  const keys = items.map(keysOf)
  const candidates = await findSyncCandidates(
    tx,
    source,
    keys.flatMap(({ code }) => code ?? []),
    keys.flatMap(({ accountingCode }) => accountingCode ?? []),
  )
  const matches = matchRows(items, candidates, source)
  const expected = new Set(matches.flatMap((match) => ('company_id' in match ? (match.company_id ?? []) : [])))
  const gone = keepsOthers || !areAllNamed(items) ? [] : leftOut(candidates, source, expected)
  const known = await companiesForUpdate(tx, [...expected, ...gone])
  const rows = await decideRows(ctx, tx, request, matches, known)
  const settled = withCodeFaults(rows, await otherHolders(tx, rows, new Set([...expected, ...gone])))
  const removed = gone.flatMap((id) => (known.has(id) ? [{ company_id: id, company: known.get(id)! }] : []))
  await writeList(tx, by, items, settled, removed)
  return [
    ...settled.map(resultOf),
    ...removed.map(({ company_id: id }) => ({ index: null, outcome: 'DELETED' as const, id })),
  ]
}

/** Active companies of the source without a row: they are archived. */
function leftOut(candidates: readonly SyncCandidate[], source: string, expected: ReadonlySet<string>): string[] {
  return candidates
    .filter((candidate) => candidate.source === source && !candidate.is_archived && !expected.has(candidate.company_id))
    .map((candidate) => candidate.company_id)
    .sort()
}

async function decideRows(
  ctx: Context,
  tx: Tx,
  { source, items }: CompanySyncRequest,
  matches: readonly Match[],
  known: ReadonlyMap<string, Company>,
): Promise<DecidedRow[]> {
  const invoiceCustomers = items.flatMap((item) => item.default_invoice_customer_id ?? [])
  const [places, billingEntities, existing, ids] = await Promise.all([
    settlePlaces(
      ctx,
      tx,
      items.map((item) => item.billing_location),
    ),
    listBillingEntities(tx),
    findExistingCompanies(tx, invoiceCustomers),
    recordIdsOf(tx, items),
  ])
  return items.map(({ id, ...item }, index): DecidedRow => {
    const match = matches[index]!
    const before = 'company_id' in match && match.company_id ? known.get(match.company_id) : undefined
    const decided = decideCompany(before && startOfRow(before, source), item, {
      way: 'sync',
      billingLocationId: places[index] ?? null,
      billingEntities,
      hasInvoiceCustomer: existing.has(item.default_invoice_customer_id ?? ''),
      newId: ctx.newId,
    })
    const knownId = 'company_id' in match ? match.company_id : undefined
    const idFault = 'fault' in match ? undefined : recordIdFault(id, knownId, ids)
    return {
      index,
      company_id: knownId ?? id ?? ctx.newId(),
      before,
      company: { ...decided.company, source },
      faults: 'fault' in match ? [match.fault] : idFault ? [idFault, ...decided.faults] : decided.faults,
    }
  })
}

async function recordIdsOf(tx: Tx, items: CompanySyncRequest['items']): Promise<RecordIds> {
  const givenIds = items.flatMap(({ id }) => id ?? [])
  if (givenIds.length === 0) return noRecordIds
  const [isAccepted, taken] = await Promise.all([readAcceptsRecordIds(tx), findExistingCompanies(tx, givenIds)])
  return { isAccepted, taken }
}

/** Companies that have one of the codes and are not in the list. */
async function otherHolders(tx: Tx, rows: readonly DecidedRow[], touched: ReadonlySet<string>): Promise<CodeHolder[]> {
  const codes = rows.flatMap(({ company }) => company.accounting_code ?? [])
  const holders = await findCodeHolders(tx, codes)
  return holders.filter((holder) => !touched.has(holder.company_id))
}

interface Removed {
  company_id: string
  company: Company
}

async function writeList(
  tx: Tx,
  by: By,
  items: CompanySyncRequest['items'],
  rows: readonly DecidedRow[],
  removed: readonly Removed[],
): Promise<void> {
  const written = rows.filter((row) => row.faults.length === 0 && !isUnchanged(row))
  const changed = written.filter((row) => row.before !== undefined)
  const changedIds = [...changed, ...removed].map((row) => row.company_id)
  const before = await companyDetails(tx, changedIds)
  const countryOf = (id: string) => before.get(id)?.billing_location?.country
  const toWrite = ({ index, company_id, company }: DecidedRow): CompanyToWrite => {
    const place = items[index]!.billing_location
    const country = place === undefined ? countryOf(company_id) : place?.country
    return { company_id, company, warnings: warningsOf(company, country) }
  }
  const moving = changed.filter(({ before: old, company }) => old?.accounting_code !== company.accounting_code)
  // Archived companies release their codes before others get them.
  await Promise.all([
    updateCompanyRecords(
      tx,
      by,
      removed.map(({ company_id, company }) => ({
        company_id,
        company: withArchived(company, true),
        warnings: warningsOf(company, countryOf(company_id)),
      })),
    ),
    clearAccountingCodes(
      tx,
      moving.map((row) => row.company_id),
    ),
    updateCompanyRecords(tx, by, changed.map(toWrite)),
    insertCompanyRecords(tx, by, written.filter((row) => row.before === undefined).map(toWrite)),
  ])
  await followCompanies(tx, changed)
  const ids = [...changedIds, ...written.filter((row) => row.before === undefined).map((row) => row.company_id)]
  const after = await companyDetails(tx, ids)
  const changes = ids.map((id) => companyChange(id, before.get(id), after.get(id)!))
  await recordChanges(tx, by, changes)
}

function resultOf(row: DecidedRow): SyncResult {
  const { index, company_id, before, faults } = row
  if (faults.length > 0) {
    const errors = faults.map((fault) => ({ ...fault, path: `items.${index}.${fault.path ?? ''}` }))
    return { index, outcome: 'REFUSED', id: before ? company_id : null, errors }
  }
  const outcome: SyncOutcome = before ? (isUnchanged(row) ? 'UNCHANGED' : 'UPDATED') : 'CREATED'
  return { index, outcome, id: company_id }
}
