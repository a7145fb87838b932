import { msg } from '@cartage/contract/message'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import type { DocumentRange, NumberRange } from './rules.ts'

const columns = `number_range_id, code, prefix, series, year_style, separator, digits,
  first_number::float8 as first_number, restarts_yearly, is_gapless`

const byCode = statement(
  'tenants.number_range_by_code',
  `select ${columns} from number_range where tenant_id = $1 and code = $2 and not is_archived`,
)

/**
 * The active range with this code.
 * @throws Problem not_found
 */
export async function getNumberRange(tx: Tx, code: string): Promise<NumberRange> {
  const [range] = await tx.query<NumberRange>(byCode, code)
  if (range) return range
  throw new Problem('not_found', { message: msg`There is no number range ${code}. Add it to the settings.` })
}

const ofDocuments = statement(
  'tenants.document_number_ranges',
  `select ${columns}, applies_to, billing_entity_id from number_range
    where tenant_id = $1 and applies_to = any($2::text[]) and not is_archived order by rank, code`,
)

/** Active ranges for the given document types, by rank and code. */
export async function documentRanges(tx: Tx, appliesTo: readonly string[]): Promise<DocumentRange[]> {
  return await tx.query<DocumentRange>(ofDocuments, appliesTo)
}
