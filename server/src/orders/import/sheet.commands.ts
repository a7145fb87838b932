import type { Answer, Input } from '@cartage/contract/endpoint'
import type { ErrorItem } from '@cartage/contract/errors'
import type {
  findImportCustomers,
  findImportPlaces,
  findImportSimilar,
  importOrders,
} from '@cartage/contract/orders/app/import'
import { type ImportRowSchema, importRow } from '@cartage/contract/orders/app/import-row'
import { type FilledLine, sheetOrders } from '@cartage/contract/orders/app/sheet'
import type { OrderEntry } from '@cartage/contract/orders/order-input'
import type { OrderImport } from '@cartage/contract/orders/upload-record'
import type { By } from '../../audit/rules.ts'
import { matchCompany } from '../../companies/rules.ts'
import { findReferencedCompanies, listKnownCustomers } from '../../companies/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem, sentenceOf } from '../../http/problem.ts'
import { findOpenPlaces, questionsOf } from '../../locations/answers/views.ts'
import { usualCountries } from '../../locations/usual-countries.views.ts'
import { loadReference } from '../../tenants/reference.views.ts'
import { todayOf } from '../../tenants/today.views.ts'
import { accept, reserveOrderNumbers, takenProblem } from '../entry/commands.ts'
import { enteredIdentifier, uploadOf } from '../entry/rules.ts'
import { findSimilarOfLines, findTakenIdentifiers, findUploadsByKey } from '../entry/views.ts'
import { mayCreateCompany } from '../plan.rules.ts'
import { nearestToEach } from './nearest.gateway.ts'
import { type Faulty, type Named, orderOfLines, placedFaults, type RowFault } from './sheet.rules.ts'

type Body = Input<typeof importOrders>['body']
type Row = Body['rows'][number]
type Result = Omit<Answer<typeof importOrders>['items'][number], 'errors'> & { errors: RowFault[] }

/** Sheet lines to import as orders. */
export interface SheetLines extends Body {
  tenantId: string
  by: By
  /** Language of the request, for cells whose format the screen did not state. */
  language: string
}

/**
 * Imports each order of the lines separately and returns for each line the upload id or the errors of its order. An
 * order imported before under the same key is not imported again, unless it failed.
 */
export async function importLines(
  ctx: Context,
  { tenantId, by, language, import_key, reading, rows }: SheetLines,
): Promise<Result[]> {
  const orders = sheetOrders(rows)
  const keys = orders.map((lines) => `import ${import_key} ${lines[0]!.line}`)
  const [attempts, named] = await Promise.all([
    ctx.db.asTenant(tenantId, (tx) => lastAttempts(tx, keys)),
    loadNamed(ctx, tenantId, rows, await schemaOf(ctx, { tenantId, language, reading })),
  ])
  const read = orders.map((lines, at) => ({
    lines,
    ...attempts.get(keys[at]!)!,
    ...orderOfLines(lines, named),
  }))
  const identifiers = read.flatMap(({ order }) => (order?.order_identifier ? [order.order_identifier] : []))
  const taken = await ctx.db.asTenant(tenantId, (tx) => findTakenIdentifiers(tx, identifiers))
  const unnumbered = read.filter(({ before, order }) => order && !order.order_identifier && !before)
  const numbers = await reserveOrderNumbers(ctx, tenantId, unnumbered.length)
  const results = new Map<number, Result>()
  for (const { lines, key, before, order, faults } of read) {
    const found = before
      ? lines.map(({ line }): Result => ({ line, upload_id: before.upload_id, is_repeat: true, errors: [] }))
      : order
        ? await importOrder(ctx, { tenantId, by, lines, order, key, taken, numbers })
        : refused(faults)
    for (const result of found) results.set(result.line, result)
  }
  return rows.map(({ line }) => results.get(line)!)
}

/** Most attempts to import one order of a sheet after failures; then the last failure remains. */
const mostAttempts = 50

interface Attempt {
  /** Key for the next upload. */
  key: string
  /** The last upload under this key. */
  before?: OrderImport | undefined
}

/** The last attempt of each order: one that failed when applied is followed by a new one with its own key. */
async function lastAttempts(tx: Tx, keys: readonly string[]): Promise<Map<string, Attempt>> {
  const attempts = new Map<string, Attempt>()
  let open = [...keys]
  for (let number = 1; open.length > 0; number += 1) {
    const keyOf = (key: string) => (number === 1 ? key : `${key} #${number}`)
    const known = await findUploadsByKey(tx, open.map(keyOf))
    for (const key of open) attempts.set(key, { key: keyOf(key), before: known.get(keyOf(key)) })
    open = open.filter((key) => known.get(keyOf(key))?.upload_status === 'ERROR' && number < mostAttempts)
  }
  return attempts
}

async function schemaOf(
  ctx: Context,
  { tenantId, language, reading }: Pick<SheetLines, 'tenantId' | 'language' | 'reading'>,
): Promise<ImportRowSchema> {
  if (reading) return importRow({ ...reading, decimal: reading.decimal_mark })
  return importRow({ language, today: await ctx.db.asTenant(tenantId, (tx) => todayOf(ctx, tx)) })
}

async function loadNamed(
  ctx: Context,
  tenantId: string,
  rows: readonly Row[],
  schema: ImportRowSchema,
): Promise<Named> {
  const cells = [...new Set(rows.map(({ values }) => values.customer?.trim() ?? ''))]
  const references = cells.map((cell) => ({ code: cell, name: cell }))
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const [companies, reference] = await Promise.all([findReferencedCompanies(tx, references), loadReference(tx)])
    return { companies, reference, schema }
  })
}

interface SheetOrder {
  tenantId: string
  by: By
  lines: readonly FilledLine[]
  order: OrderEntry
  key: string
  /** Identifiers of existing orders. */
  taken: Set<string>
  /** Order numbers for orders without an identifier. */
  numbers: string[]
}

async function importOrder(
  ctx: Context,
  { tenantId, by, lines, order, key, taken, numbers }: SheetOrder,
): Promise<Result[]> {
  try {
    const given = enteredIdentifier(order)
    if (given !== undefined && taken.has(given)) throw takenProblem()
    const identifier = given ?? numbers.shift()!
    const { upload_id } = await accept(
      ctx,
      { tenantId, by, source: 'IMPORT', key },
      uploadOf(order, 'CREATE', identifier),
    )
    return lines.map(({ line }) => ({ line, upload_id, errors: [] }))
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return refused(placedFaults(lines, error.errors?.map(spokenFault) ?? [{ path: null, message: error.sentence }]))
  }
}

function spokenFault(item: ErrorItem) {
  return { path: item.path, message: sentenceOf(item) }
}

function refused(lines: readonly Faulty[]): Result[] {
  return lines.map(({ line, faults }) => ({ line, upload_id: null, errors: faults }))
}

/** Unknown customers of a sheet, and whether the import would create them. */
export async function findUnknownCustomers(
  ctx: Context,
  tenantId: string,
  customers: readonly string[],
): Promise<Answer<typeof findImportCustomers>> {
  const cells = [...new Set(customers.map((customer) => customer.trim()))].filter((cell) => cell !== '')
  const references = cells.map((cell) => ({ code: cell, name: cell }))
  const { creates_missing, unknown, known } = await ctx.db.asTenant(tenantId, async (tx) => {
    const [companies, reference] = await Promise.all([findReferencedCompanies(tx, references), loadReference(tx)])
    // As in reading lines: a cell is a code when a company has it, and a name otherwise.
    const unknown = cells.filter(
      (cell) => !matchCompany(companies, { code: cell }) && !matchCompany(companies, { name: cell }),
    )
    const known = unknown.length > 0 ? await listKnownCustomers(tx) : []
    return { creates_missing: mayCreateCompany({}, reference), unknown, known }
  })
  const nearest = await nearestToEach(tenantId, known, unknown)
  return { creates_missing, unknown: unknown.map((customer, at) => ({ customer, nearest: nearest[at]! })) }
}

/** Rows of a sheet that look like existing orders from outside this import (EXP-5). */
export async function findSimilarLines(
  ctx: Context,
  tenantId: string,
  { import_key, rows }: Input<typeof findImportSimilar>['body'],
): Promise<Answer<typeof findImportSimilar>['items']> {
  const cells = [...new Set(rows.map(({ customer }) => customer.trim()))]
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const [companies, own] = await Promise.all([
      findReferencedCompanies(
        tx,
        cells.map((cell) => ({ code: cell, name: cell })),
      ),
      lastAttempts(
        tx,
        rows.map(({ line }) => `import ${import_key} ${line}`),
      ),
    ])
    const known = new Map(
      cells.map((cell) => [cell, matchCompany(companies, { code: cell }) ?? matchCompany(companies, { name: cell })]),
    )
    const lines = rows.flatMap(({ line, customer, reference, pickup_on }) => {
      const company = known.get(customer.trim())
      return company ? [{ line, company_id: company.company_id, reference: reference.trim(), pickup_on }] : []
    })
    const imported = [...own.values()].flatMap(({ before }) => before?.order_id ?? [])
    return await findSimilarOfLines(tx, lines, imported)
  })
}

/** Ambiguous locations of a sheet that no customer-specific choice resolves yet (PLACE-7). */
export async function findUnclearPlaces(
  ctx: Context,
  tenantId: string,
  { places }: Input<typeof findImportPlaces>['body'],
): Promise<Answer<typeof findImportPlaces>['questions']> {
  const cells = [...new Set(places.flatMap(({ customers }) => customers.map((customer) => customer.trim())))]
  const { asked, countriesOf } = await ctx.db.asTenant(tenantId, async (tx) => {
    const companies = await findReferencedCompanies(
      tx,
      cells.map((cell) => ({ code: cell, name: cell })),
    )
    const idOf = (cell: string) =>
      (matchCompany(companies, { code: cell }) ?? matchCompany(companies, { name: cell }))?.company_id
    const asked = places.map(({ customers, ...written }) => {
      const ids = customers.map((customer) => idOf(customer.trim()))
      // A customer that the import creates has no choice of its own, so the choice for all customers applies.
      const companyIds = ids.includes(undefined) ? [] : [...new Set(ids.flatMap((id) => id ?? []))]
      return { ...written, location_id: null, companyIds }
    })
    return { asked, countriesOf: await usualCountries(tx, asked) }
  })
  const open = await findOpenPlaces(asked, countriesOf)
  return open.length === 0 ? [] : await ctx.db.asTenant(tenantId, (tx) => questionsOf(tx, open))
}
