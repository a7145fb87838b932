import { isDeepStrictEqual } from 'node:util'
import type { CompanySyncItem } from '@cartage/contract/companies/company-input'
import type { ErrorItem } from '@cartage/contract/errors'
import { msg, type Sentence } from '@cartage/contract/message'
import { errorItem } from '../http/problem.ts'
import { accountingCodeFault, type CodeHolder, type Company, isArchived, withArchived } from './record.rules.ts'

/** A company that may match a row. */
export interface SyncCandidate {
  company_id: string
  code: string | null
  accounting_code: string | null
  source: string | null
  is_archived: boolean
}

/** Match of a row: a company, undefined for one to create, or an error. */
export type Match = { company_id: string | undefined } | { fault: ErrorItem }

/**
 * Company of each row: by code; then by accounting code, where one of the two has no code. Includes companies that the
 * source archived before. A row without either, a second row for a company, a company of another source and a code that
 * several companies have are errors.
 */
export function matchRows(
  items: readonly CompanySyncItem[],
  candidates: readonly SyncCandidate[],
  source: string,
): Match[] {
  const own = (candidate: SyncCandidate) => candidate.source === source
  // Active before archived, own before others: the first one that fits is the match.
  const inOrder = [...candidates].sort(
    (one, other) => Number(one.is_archived) - Number(other.is_archived) || Number(own(other)) - Number(own(one)),
  )
  const byCode = Map.groupBy(inOrder, (candidate) => candidate.code)
  const byAccountingCode = Map.groupBy(inOrder, (candidate) => candidate.accounting_code)
  const taken = new Set<string>()
  return items.map((item) => {
    const { code, accountingCode } = keysOf(item)
    if (!code && !accountingCode) return { fault: fault('code', noKey, 'required') }
    const found = [
      ...((code && byCode.get(code)) || []),
      ...((accountingCode && byAccountingCode.get(accountingCode)) || []).filter((each) => !code || !each.code),
    ]
    const [expected, next] = found
    const key = expected?.company_id ?? `${code ?? ''} ${code ? '' : accountingCode}`
    if (taken.has(key)) return { fault: fault('code', 'Another row of the list is for the same company.', 'repeated') }
    taken.add(key)
    if (!expected) return { company_id: undefined }
    if (expected.source !== null && !own(expected)) return { fault: otherSource(expected) }
    const isClear = own(expected) || !next || next.is_archived || next.code !== expected.code
    if (!isClear) return { fault: fault('code', msg`Several companies have the code ${code}.`, 'ambiguous') }
    return { company_id: expected.company_id }
  })
}

const noKey = 'A row needs a code or an accounting code. Until it has one, nothing is archived.'

/** Whether every row identifies its company. A row that does not might be any company that seems to be missing. */
export function areAllNamed(items: readonly CompanySyncItem[]): boolean {
  return items.map(keysOf).every(({ code, accountingCode }) => code || accountingCode)
}

/** Keys of a row, normalised for comparison. */
export function keysOf(item: CompanySyncItem): { code: string | undefined; accountingCode: string | undefined } {
  return { code: item.code?.trim() || undefined, accountingCode: item.accounting_code?.trim() || undefined }
}

function otherSource({ source, company_id }: SyncCandidate): ErrorItem {
  const message = msg`This company is managed by the source ${source}.`
  return fault('code', message, { code: 'other_source', company_id })
}

function fault(path: string, message: Sentence, detail: ErrorItem['detail']): ErrorItem {
  return errorItem(path, message, detail)
}

/** Starting state of a row's company: being in the list restores it, and it now belongs to the source. */
export function startOfRow(before: Company, source: string): Company {
  return { ...(isArchived(before) ? withArchived(before, false) : before), source }
}

/** A decided row. */
export interface DecidedRow {
  index: number
  company_id: string
  before: Company | undefined
  company: Company
  faults: ErrorItem[]
}

/** Whether a row changes nothing. */
export function isUnchanged(row: DecidedRow): boolean {
  return row.before !== undefined && isDeepStrictEqual(row.before, row.company)
}

/**
 * Refuses rows that end with an accounting code of another active company. The final state counts, so that codes may
 * change hands within the list. A refused row keeps its code, which may refuse another row.
 * @param holders active companies that no row changes and that have one of the codes
 */
export function withCodeFaults(rows: readonly DecidedRow[], holders: readonly CodeHolder[]): DecidedRow[] {
  const result = rows.map((row) => ({ ...row }))
  for (let isSettled = false; !isSettled; ) {
    isSettled = true
    const owners = new Map(holders.map((holder) => [holder.accounting_code, holder]))
    for (const { company_id, before, company, faults } of result) {
      if (faults.length > 0 || (before && before.accounting_code === company.accounting_code)) {
        claim(owners, company_id, before)
      }
    }
    for (const row of result) {
      const code = row.company.accounting_code
      if (row.faults.length > 0 || code === null || isArchived(row.company)) continue
      const owner = owners.get(code)
      if (owner && owner.company_id !== row.company_id) {
        row.faults = [accountingCodeFault(owner)]
        // The code it keeps may have been given to another row.
        isSettled = false
      } else claim(owners, row.company_id, row.company)
    }
  }
  return result
}

function claim(owners: Map<string, CodeHolder>, company_id: string, company: Company | undefined): void {
  if (!company || company.accounting_code === null || isArchived(company)) return
  const { name, accounting_code } = company
  if (!owners.has(accounting_code)) owners.set(accounting_code, { company_id, name, accounting_code })
}
