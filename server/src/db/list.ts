import { type Expression, sql } from 'kysely'
import {
  type Condition,
  type Declaration,
  type Filter,
  type Key,
  orderOf,
  type Page,
  type Place,
  type Rows,
  rowsAmong,
  rowsOf,
} from './list/declare.ts'
import { countOf, everySoMany, type Keyed, partsFrom, placeOf, valuesOf, windowOf } from './list/parts.ts'
import type { Composed } from './query.ts'
import type { Tx } from './tenant.ts'

/** Rows read in one step of a walk, and where the next one begins; undefined after the last. */
export interface Step<Row> {
  rows: readonly Row[]
  next: Place | undefined
}

const counted = sql<number>`count(*)::integer`.as('count')

/** A list: from what it declares come its windows, counts, walks and files. */
export class List<Filters extends object, Sort extends string, Row, Given = undefined> {
  readonly declaration: Declaration<Filters, Sort, Row, Given>

  constructor(declaration: Declaration<Filters, Sort, Row, Given>) {
    this.declaration = declaration
  }

  /**
   * The rows that fit, to be read in one transaction.
   * @param given what filters and rows depend on next to the request, such as the time
   */
  open(tx: Tx, filters: Filters, given: Given): OpenList<Filters, Sort, Row, Given> {
    return new OpenList(this.declaration, tx, filters, given)
  }
}

/** The rows of a list that fit some filters. What a filter finds is found once, however often it is used. */
export class OpenList<Filters extends object, Sort extends string, Row, Given> {
  private readonly declaration: Declaration<Filters, Sort, Row, Given>
  private readonly tx: Tx
  private readonly filters: Filters
  private readonly given: Given
  private readonly finding = new Map<string, Promise<readonly string[]>>()

  constructor(declaration: Declaration<Filters, Sort, Row, Given>, tx: Tx, filters: Filters, given: Given) {
    this.declaration = declaration
    this.tx = tx
    this.filters = filters
    this.given = given
  }

  /** A window, and how many rows fit. */
  async window(page: Page<Sort>): Promise<{ items: Row[]; total: number }> {
    const { ids, total } = this.declaration.last
      ? await this.idsToTheLast(this.declaration.last, page)
      : await this.both(page)
    return { items: await this.read(ids), total }
  }

  /** The ids of a window; the offset counts from the place when one is given. */
  async ids({ sort, offset, limit }: Page<Sort>, from?: Place): Promise<string[]> {
    const { sorts, partsOf, isGathered } = this.declaration
    if (!partsOf) return await this.idsOf(await this.ordered(), sorts[sort], { offset, limit })
    const all = await this.parts(sort)
    const parts = from ? partsFrom(all, sorts[sort], from, false) : all
    const cut = { keys: sorts[sort], offset, limit, isGathered: !from && isGathered?.(this.filters, sort) === true }
    return (await this.tx.rows(windowOf(parts, this.declaration.id, cut))).map((row) => row.id)
  }

  /** What the list shows of some rows, in the order of their ids. */
  async read(ids: readonly string[]): Promise<Row[]> {
    const { read, idOf } = this.declaration
    const byId = new Map((await read(this.tx, ids, this.given)).map((row) => [idOf(row), row]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  /** The next rows behind a place, in the order of the walk. */
  async walk(after: Place | undefined, limit: number): Promise<Step<Row>> {
    const { walk: keys = [], partsOf } = this.declaration
    const all = partsOf ? await this.parts(undefined) : [await this.fitting()]
    const parts = after ? partsFrom(all, keys, after, true) : all
    const found = await this.tx.rows(
      partsOf ? this.unionFrom(parts, keys, limit) : this.onlyFrom(parts[0]!, keys, limit),
    )
    const last = found.at(-1)
    const next = found.length < limit || !last ? undefined : placeOf(last, keys)
    return { rows: await this.read(found.map((row) => row.id)), next }
  }

  /** The places of every so manieth row in an order, beginning with the first. */
  async places(sort: Sort, step: number): Promise<Place[]> {
    const keys = this.declaration.sorts[sort]
    const rows = await this.tx.rows(everySoMany(await this.parts(sort), keys, step))
    return rows.map((row) => placeOf(row, keys))
  }

  /**
   * How many rows fit; with other values of some filters, how many would.
   * @param most counts up to this instead of what the list declares
   */
  async count(changes?: Partial<Filters>, most = this.declaration.mostCounted): Promise<number> {
    const filters = { ...this.filters, ...changes }
    if (this.declaration.partsOf) return await this.countRows(countOf(await this.parts(undefined, filters), most))
    return await this.countOne(await this.fitting(filters), most)
  }

  /**
   * How many rows each value has, under all filters but one.
   * @param value of a row; rows with an empty text are not counted
   * @param first the order to count the first rows of, where the list does not count all
   */
  async countBy(filter: keyof Filters, value: Expression<unknown>, first?: readonly Key[]) {
    const { mostCounted } = this.declaration
    const all = await this.fitting(this.filters, filter)
    const count = (rows: Rows, member: Expression<unknown>) =>
      rows.select([sql<string>`${member}`.as('value'), counted]).groupBy(sql`1`)
    const query = () => {
      if (mostCounted === undefined) return count(all, value)
      const rows = all.select(sql<string>`${value}`.as('value')).limit(this.written(mostCounted))
      return count(rowsAmong(first ? rows.orderBy(orderOf(first)) : rows), sql.ref('few.value'))
    }
    const rows = await this.tx.rows<{ value: string; count: number }>(query())
    return Object.fromEntries(rows.filter((row) => row.value !== '').map((row) => [row.value, row.count]))
  }

  /** The rows that fit, under all filters but one: to be joined, grouped and counted. */
  async rowsWithout(filter: keyof Filters): Promise<Rows> {
    return await this.fitting(this.filters, filter)
  }

  private async fitting(filters = this.filters, without?: keyof Filters): Promise<Rows> {
    const { from, always, filters: declared } = this.declaration
    const names = (Object.keys(declared) as (keyof Filters)[]).filter((name) => name !== without)
    const conditions = await Promise.all(names.map((name) => this.condition(name, filters[name])))
    const base = always ? rowsOf(from).where(always) : rowsOf(from)
    return conditions.reduce<Rows>((query, condition) => (condition ? query.where(condition) : query), base)
  }

  private async condition<Name extends keyof Filters>(
    name: Name,
    value: Filters[Name],
  ): Promise<Condition | undefined> {
    const filter: Filter<Filters[Name], Given> = this.declaration.filters[name]
    if (typeof filter === 'function') return filter(value)
    if (!isSet(value)) return undefined
    const key = JSON.stringify([name, value])
    const finding = this.finding.get(key) ?? filter.find(this.tx, value, this.given)
    this.finding.set(key, finding)
    return sql<boolean>`${sql.ref(this.declaration.id)} = any(${await finding}::uuid[])`
  }

  private async ordered(): Promise<Rows> {
    const { inOrder } = this.declaration
    const query = await this.fitting()
    return inOrder ? query.where(inOrder) : query
  }

  private async parts(sort: Sort | undefined, filters = this.filters): Promise<Rows[]> {
    const parts = this.declaration.partsOf!(filters, sort)
    return await Promise.all(parts.map((part) => this.fitting(part)))
  }

  private async both(page: Page<Sort>) {
    const [ids, total] = await Promise.all([this.ids(page), this.count()])
    return { ids, total }
  }

  /** Those that come last have an order of their own, so they are a window of their own. */
  private async idsToTheLast(last: NonNullable<Declaration<Filters, Sort, Row, Given>['last']>, page: Page<Sort>) {
    const { sorts, mostCounted } = this.declaration
    const { sort, offset, limit } = page
    const query = await this.fitting()
    const [others, these] = [query.where(last.others), query.where(last.these)]
    const [first, before, behind] = await Promise.all([
      this.idsOf(others, sorts[sort], { offset, limit }),
      this.countOne(others, mostCounted),
      this.countOne(these, mostCounted),
    ])
    const rest = { offset: Math.max(0, offset - before), limit: limit - first.length }
    const more = rest.limit > 0 && behind > rest.offset ? await this.idsOf(these, last.keys, rest) : []
    return { ids: [...first, ...more], total: Math.min(mostCounted ?? Number.POSITIVE_INFINITY, before + behind) }
  }

  private async idsOf(query: Rows, keys: readonly Key[], { offset, limit }: { offset: number; limit: number }) {
    const page = query.select(sql.ref<string>(this.declaration.id).as('id')).orderBy(orderOf(keys)).offset(offset)
    const rows = await this.tx.rows<{ id: string }>(page.limit(this.written(limit)))
    return rows.map((row) => row.id)
  }

  private unionFrom(parts: readonly Rows[], keys: readonly Key[], limit: number): Composed<Keyed> {
    return windowOf(parts, this.declaration.id, { keys, offset: 0, limit, isGathered: false })
  }

  private onlyFrom(query: Rows, keys: readonly Key[], limit: number): Composed<Keyed> {
    const rows = query.select([sql.ref<string>(this.declaration.id).as('id'), ...valuesOf(keys)])
    return rows.orderBy(orderOf(keys)).limit(this.written(limit)).$castTo<Keyed>()
  }

  private async countOne(query: Rows, most: number | undefined): Promise<number> {
    if (most === undefined) return await this.countRows(query.select(counted))
    const few = query.select(sql<number>`1`.as('one')).limit(this.written(most))
    return await this.countRows(rowsAmong(few).select(counted))
  }

  private async countRows(query: Composed<{ count: number }>): Promise<number> {
    const [row] = await this.tx.rows(query)
    return row!.count
  }

  private written(limit: number) {
    return this.declaration.hasWrittenLimits ? sql.lit(limit) : limit
  }
}

function isSet<Value>(value: Value): value is NonNullable<Value> {
  if (Array.isArray(value)) return value.length > 0
  return value !== undefined && value !== null && value !== false && value !== ''
}
