import { CompanySyncItem } from '@cartage/contract/companies/company-input'
import type { ErrorItem } from '@cartage/contract/errors'
import { canonicalOrder } from '@cartage/contract/orders/canonical'
import { OrderUpload } from '@cartage/contract/orders/order-input'
import { ResourceSyncItem } from '@cartage/contract/resources/sync'
import { CarriedId, type SyncResponse } from '@cartage/contract/sync'
import { type Command, InvalidArgumentError } from 'commander'
import type { z } from 'zod'
import { byOperator } from '../../audit/rules.ts'
import { syncCompanies } from '../../companies/sync.commands.ts'
import type { Context } from '../../context.ts'
import { parseJson } from '../../http/body/json.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { spokenIssues, validationProblem } from '../../http/render-problem.ts'
import { type CarriedOrder, carryOrders, tryOrders } from '../../orders/import/file.commands.ts'
import { syncResources } from '../../resources/sync.commands.ts'
import { CommandFailed, type Output, print, readBytes, withContext, withJson } from '../command.ts'
import { tenantIdOf } from '../tenant-of.ts'

/** Result of one row of the file. */
interface RowResult {
  /** Number of the row in the file, from 1. */
  row: number
  outcome: CarriedOrder['outcome']
  id: string | null
  /** Upload record of an order. */
  upload_id?: string | null
  errors?: ErrorItem[]
}

interface Options extends Output {
  dryRun?: boolean
  source: string
}

/** Rows of one file, each readable or with its errors. */
type Read<Value> =
  | { row: number; value: Value; errors?: undefined }
  | { row: number; value?: undefined; errors: ErrorItem[] }
type Importer = (
  ctx: Context,
  tenantId: string,
  rows: readonly Read<unknown>[],
  options: Options,
) => Promise<RowResult[]>

const largestFile = 256 * 1024 * 1024
/** Maximum rows of resources and companies per transaction. */
const mostTogether = 1_000
/** Far above the length of any list in a record. */
const longestList = 1_000_000

/** `cartage import …`: imports records of a file through the same commands as the API. */
export function addImport(program: Command): void {
  withJson(program.command('import <tenant> <kind> <file>'))
    .description(
      'import resources, companies or orders from a JSON file or a file with one JSON object a line; - reads standard input',
    )
    .option('--dry-run', 'report the result of each row without saving anything')
    .option('--source <name>', 'the source that manages the imported resources and companies', 'import')
    .addHelpText('after', help)
    .action(async (slug: string, kind: string, file: string, options: Options) => {
      const importer = importerOf(kind)
      const rows = readRows(readBytes(file, largestFile))
      const results = await withContext(async (ctx) => importer(ctx, await tenantIdOf(ctx, slug), rows, options))
      const counts = countsOf(results)
      print(options, { kind, dry_run: options.dryRun === true, ...counts, results }, textOf(results, counts, options))
      if (counts.refused > 0) process.exitCode = 1
    })
}

const help = `
KIND is resources, companies or orders. A row looks as in PUT /v1/resources/sync, PUT /v1/companies/sync and
POST /v1/orders/order/upload. What the file leaves out stays as it is. A row may bring the id of a new record where
the setting accepts_record_ids of the tenant is on. Each row comes whole or not at all: cut off in the middle, the same file
again brings the rest, and what is here already is UNCHANGED. Exit code 1 when a row was refused.`

/** @throws InvalidArgumentError listing the kinds */
function importerOf(kind: string): Importer {
  const importers: Readonly<Record<string, Importer>> = {
    resources: (ctx, tenantId, rows, options) =>
      importList(rows, ResourceSyncItem, (items) =>
        syncResources(ctx, tenantId, byOperator, { source: options.source, items, dry_run: options.dryRun }, true),
      ),
    companies: (ctx, tenantId, rows, options) =>
      importList(rows, CompanySyncItem, (items) =>
        syncCompanies(ctx, tenantId, byOperator, { source: options.source, items, dry_run: options.dryRun }, true),
      ),
    orders: importOrders,
  }
  if (Object.hasOwn(importers, kind)) return importers[kind]!
  throw new InvalidArgumentError(`"${kind}" cannot be imported. Available: ${Object.keys(importers).join(', ')}.`)
}

/** A JSON list, an object with such a list in `items`, or one object per line. An unreadable line is a rejected row. */
function readRows(bytes: Buffer): Read<unknown>[] {
  const text = decoded(bytes).trim()
  if (text === '') throw new CommandFailed('The file is empty.')
  const whole = readWhole(text)
  if (whole) return whole.map((value, at) => ({ row: at + 1, value }))
  return text.split('\n').flatMap((line, at): Read<unknown>[] => {
    if (line.trim() === '') return []
    try {
      return [{ row: at + 1, value: parseJson(line, longestList) }]
    } catch (error) {
      return [{ row: at + 1, errors: errorsOf(error) }]
    }
  })
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CommandFailed('The file is not text in UTF-8.')
  }
}

/**
 * Undefined for one object per line.
 * @throws CommandFailed for an invalid list
 */
function readWhole(text: string): readonly unknown[] | undefined {
  try {
    const value = parseJson(text, longestList)
    if (Array.isArray(value)) return value
    const { items } = value as { items?: unknown }
    return Array.isArray(items) ? items : [value]
  } catch (error) {
    if (!text.startsWith('[')) return undefined
    throw new CommandFailed(`The file is not a valid JSON list: ${(error as Error).message}`)
  }
}

function readAll<Value>(rows: readonly Read<unknown>[], schema: z.ZodType<Value>): Read<Value>[] {
  return rows.map((one) => {
    if (one.errors) return one
    const result = schema.safeParse(one.value, { error: spokenIssues })
    if (result.success) return { row: one.row, value: result.data }
    return { row: one.row, errors: validationProblem(result.error.issues).errors ?? [] }
  })
}

/** @throws any error that is not a Problem: it is not caused by a row */
function errorsOf(error: unknown): ErrorItem[] {
  if (!(error instanceof Problem)) throw error
  return error.errors ?? [errorItem('', error.sentence, error.code)]
}

function refused({ row, errors = [] }: Read<unknown>): RowResult {
  return { row, outcome: 'REFUSED', id: null, errors }
}

async function importList<Value>(
  rows: readonly Read<unknown>[],
  schema: z.ZodType<Value>,
  send: (items: Value[]) => Promise<SyncResponse>,
): Promise<RowResult[]> {
  const read = readAll(rows, schema)
  const results = read.filter((one) => one.errors !== undefined).map(refused)
  const good = read.flatMap((one) => (one.errors ? [] : [one]))
  for (let from = 0; from < good.length; from += mostTogether) {
    const some = good.slice(from, from + mostTogether)
    const answer = await send(some.map(({ value }) => value))
    for (const { index, outcome, id, errors } of answer.results) {
      if (index === null) continue
      const own = errors?.map((item) => ({ ...item, path: item.path?.replace(/^items\.\d+\.?/, '') || null }))
      results.push({ row: some[index]!.row, outcome, id, ...(own && { errors: own }) })
    }
  }
  return results.toSorted((one, other) => one.row - other.row)
}

/** An upload in the format of the API, with its id. */
async function importOrders(
  ctx: Context,
  tenantId: string,
  rows: readonly Read<unknown>[],
  { dryRun = false }: Options,
): Promise<RowResult[]> {
  const read = readAll(rows, OrderUpload).map((one, at) => withId(one, rows[at]!))
  const results = read.filter((one) => one.errors !== undefined).map(refused)
  const good = read.flatMap((one) => (one.errors ? [] : [one]))
  const orders = good.map(({ value: { upload, id } }) => ({ ...canonicalOrder(upload), ...(id && { id }) }))
  const carried = dryRun ? await tryOrders(ctx, tenantId, orders) : await carryOrders(ctx, tenantId, byOperator, orders)
  carried.forEach(({ errors, ...result }, at) => {
    results.push({ row: good[at]!.row, ...result, ...(errors.length > 0 && { errors }) })
  })
  return results.toSorted((one, other) => one.row - other.row)
}

function withId(one: Read<OrderUpload>, { value }: Read<unknown>): Read<{ upload: OrderUpload; id: string | null }> {
  if (one.errors) return one
  const id = CarriedId.safeParse((value as { id?: unknown }).id)
  if (id.success) return { row: one.row, value: { upload: one.value, id: id.data ?? null } }
  return { row: one.row, errors: [errorItem('id', 'must be a UUID of version 4', 'invalid_format')] }
}

function countsOf(results: readonly RowResult[]) {
  const count = (outcome: RowResult['outcome']) => results.filter((result) => result.outcome === outcome).length
  return {
    created: count('CREATED'),
    updated: count('UPDATED'),
    deleted: count('DELETED'),
    unchanged: count('UNCHANGED'),
    refused: count('REFUSED'),
    waiting: count('WAITING'),
  }
}

/** A line for each rejected row, then the counts. */
function textOf(results: readonly RowResult[], counts: ReturnType<typeof countsOf>, { dryRun }: Options): string {
  const lines = results.flatMap(({ row, errors = [] }) =>
    errors.map(({ path, message }) => `row ${row}: ${path ? `${path}: ` : ''}${message}`),
  )
  const reported = Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []))
  const end = `${reported.join(', ') || 'no rows'}.${dryRun ? ' Nothing was saved.' : ''}`
  return [...lines, end].join('\n')
}
