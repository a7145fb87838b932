import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import type { Place } from '../db/list/declare.ts'
import type { List } from '../db/list.ts'

type CsvCell<Row> = (row: Row) => unknown

/** The columns of a file by their names, and how each is read from a row. */
export type CsvColumns<Row> = Readonly<Record<string, CsvCell<Row>>>

/** The same where people name them: a name that is a number would come first in a record. */
export type NamedColumns<Row> = readonly (readonly [name: string, cell: CsvCell<Row>])[]

/** What one step of a walk through a list has read; without `next` it was the last. */
export interface Step<Row, Place> {
  rows: readonly Row[]
  next: Place | undefined
}

/** Rows read in one transaction. */
export const csvChunk = 1_000

/** Walks through a list, each step in a transaction of its own, so that no file keeps one open for minutes. */
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

/** Walks through the rows of a list that fit, in the order of its walk. */
export function walkRows<Filters extends object, Sort extends string, Row, Given>(
  { db }: Context,
  tenantId: string,
  list: List<Filters, Sort, Row, Given>,
  { filters, given }: { filters: Filters; given: Given },
): AsyncIterable<readonly Row[]> {
  return walk<Row, Place>((after) => db.asTenant(tenantId, (tx) => list.open(tx, filters, given).walk(after, csvChunk)))
}

/** Walks through them window by window, in an order whose keys may be missing. */
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

/** Answers a list as a CSV file, line by line as it is read. */
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

// Where lists are divided by semicolons, as on the continent, a spreadsheet program divides a cell there as well (FILE-6).
const formulaInside = /([;\t]\s*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/** A figure of ours in a file for people: a negative one is a number, not a formula (FILE-7). */
export class Figure {
  readonly text: string
  constructor(text: string) {
    if (!/^-?\d+(?:[.,]\d+)?$/.test(text)) throw new RangeError('A figure has digits, a sign and a separator alone.')
    this.text = text
  }
}

const formulaFirst = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** A cell of which no part is taken for a formula; names come from others (FILE-6). */
function harmless(value: unknown): unknown {
  if (value instanceof Figure) return value.text
  if (typeof value !== 'string') return value
  const inside = value.replace(formulaInside, "$1'")
  return formulaFirst.test(inside) ? `'${inside}` : inside
}

function isNamed<Row>(columns: CsvColumns<Row> | NamedColumns<Row>): columns is NamedColumns<Row> {
  return Array.isArray(columns)
}

/** The lines of a file, with the mark that shows spreadsheet programs that it is UTF-8. */
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
