import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import type { Place } from '../db/list/declare.ts'
import type { List } from '../db/list.ts'

type CsvCell<Row> = (row: Row) => unknown

/** Columns of a file by name, each with its cell function. */
export type CsvColumns<Row> = Readonly<Record<string, CsvCell<Row>>>

/** The same for user-defined names: in a record, numeric names would come first. */
export type NamedColumns<Row> = readonly (readonly [name: string, cell: CsvCell<Row>])[]

/** Result of one step of a walk; without `next` it was the last. */
export interface Step<Row, Place> {
  rows: readonly Row[]
  next: Place | undefined
}

/** Rows read in one transaction. */
export const csvChunk = 1_000

/** Walks a list with a transaction per step, so that no file keeps one open for minutes. */
export async function* walk<Row, Place>(
  read: (place: Place | undefined) => Promise<Step<Row, Place>>,
): AsyncGenerator<readonly Row[]> {
  let place: Place | undefined
  do {
    const { rows, next } = await read(place)
    yield rows
    place = next
  } while (place !== undefined)
}

/** Walks the matching rows of a list, in its walk order. */
export function walkRows<Filters extends object, Sort extends string, Row, Given>(
  { db }: Context,
  tenantId: string,
  list: List<Filters, Sort, Row, Given>,
  { filters, given }: { filters: Filters; given: Given },
): AsyncIterable<readonly Row[]> {
  return walk<Row, Place>((after) => db.asTenant(tenantId, (tx) => list.open(tx, filters, given).walk(after, csvChunk)))
}

/** Walks them window by window, in an order whose keys may be null. */
export function walkWindows<Filters extends object, Sort extends string, Row, Given>(
  { db }: Context,
  tenantId: string,
  list: List<Filters, Sort, Row, Given>,
  { filters, given, sort }: { filters: Filters; given: Given; sort: Sort },
): AsyncIterable<readonly Row[]> {
  return walk<Row, number>((offset = 0) =>
    db.asTenant(tenantId, async (tx) => {
      const opened = list.open(tx, filters, given)
      const rows = await opened.read(await opened.ids({ sort, offset, limit: csvChunk }))
      return { rows, next: rows.length < csvChunk ? undefined : offset + csvChunk }
    }),
  )
}

/** Sends a list as a CSV file, line by line as it is read. */
export async function sendCsv<Row>(
  reply: FastifyReply,
  name: string,
  columns: CsvColumns<Row> | NamedColumns<Row>,
  chunks: AsyncIterable<readonly Row[]>,
  delimiter = ',',
): Promise<undefined> {
  reply.headers({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
    'cache-control': 'no-store',
  })
  await reply.send(Readable.from(linesOf(columns, chunks, delimiter)))
  return undefined
}

// In locales with semicolons as list separators, a spreadsheet also splits a cell there (FILE-6).
const formulaInside = /([;\t]\s*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/** Our own figure in a file for people: a negative one is a number, not a formula (FILE-7). */
export class Figure {
  readonly text: string
  constructor(text: string) {
    if (!/^-?\d+(?:[.,]\d+)?$/.test(text)) throw new RangeError('A figure has digits, a sign and a separator alone.')
    this.text = text
  }
}

const formulaFirst = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** Escapes a cell so that no part is taken for a formula, because names are entered by others (FILE-6). */
function harmless(value: unknown): unknown {
  if (value instanceof Figure) return value.text
  if (typeof value !== 'string') return value
  const inside = value.replace(formulaInside, "$1'")
  return formulaFirst.test(inside) ? `'${inside}` : inside
}

function isNamed<Row>(columns: CsvColumns<Row> | NamedColumns<Row>): columns is NamedColumns<Row> {
  return Array.isArray(columns)
}

/** Lines of a file, with the byte order mark that makes spreadsheets read UTF-8. */
export async function* linesOf<Row>(
  columns: CsvColumns<Row> | NamedColumns<Row>,
  chunks: AsyncIterable<readonly Row[]>,
  delimiter = ',',
): AsyncGenerator<string> {
  const named = isNamed(columns) ? columns : Object.entries(columns)
  yield `\u{feff}${stringify([named.map(([name]) => name)], { delimiter })}`
  for await (const rows of chunks) {
    const lines = rows.map((row) => named.map(([, cell]) => harmless(cell(row))))
    if (lines.length > 0) yield stringify(lines, { delimiter, cast: { boolean: String } })
  }
}
