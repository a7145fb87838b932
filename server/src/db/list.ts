import { sql } from 'kysely'
import {
  type Combination,
  type Condition,
  type Declaration,
  type Each,
  type Filter,
  type Key,
  keyValue,
  orderOf,
  type Page,
  type Place,
  type Rows,
  rowsOf,
} from './list/declare.ts'
import {
  type Cut,
  countOf,
  everySoMany,
  type Keyed,
  type Part,
  partsFrom,
  placeOf,
  tallyOf,
  windowOf,
} from './list/parts.ts'
import type { Tx } from './tenant.ts'

/** Rows of one step of a walk and the start of the next one; undefined after the last. */
export interface Step<Row> {
  rows: Row[]
  next: Place | undefined
}

/** A row located by a window, before its displayed data is read. */
export interface FoundRow {
  id: string
  source?: number
}

/**
 * A list: its windows, counts, walks and files derive from its declaration.
 *
 * Not in this engine (decision 0049): lists always shown whole (users, clients, credentials, groups in the settings),
 * which are one statement; the resources, companies and locations of `/v1`, which count first to decide between
 * gathering and walking; the unplanned orders of the board; and `GET /v1/events`, positions of a log whose payloads are
 * never parsed.
 */
export class List<Filters extends object, Sort extends string, Row, Given = undefined> {
  readonly declarations: readonly Declaration<Filters, Sort, Row, Given>[]

  /** @param declarations one, or one per table that contributes rows */
  constructor(...declarations: readonly Declaration<Filters, Sort, Row, Given>[]) {
    this.declarations = declarations
  }

  /**
   * The matching rows, to be read in one transaction.
   * @param given further input of filters and rows, such as the time
   */
  open(tx: Tx, filters: Filters, given: Given): OpenList<Filters, Sort, Row, Given> {
    return new OpenList(this.declarations, tx, filters, given)
  }
}

/** The rows of a list that match some filters. Each filter's search runs once, however often it is used. */
export class OpenList<Filters extends object, Sort extends string, Row, Given> {
  private readonly declarations: readonly Declaration<Filters, Sort, Row, Given>[]
  private readonly tx: Tx
  private readonly filters: Filters
  private readonly given: Given
  private readonly finding = new Map<unknown, Map<string, Promise<readonly string[] | Condition>>>()

  constructor(declarations: readonly Declaration<Filters, Sort, Row, Given>[], tx: Tx, filters: Filters, given: Given) {
    this.declarations = declarations
    this.tx = tx
    this.filters = filters
    this.given = given
  }

  /** The same list with some filters changed. */
  with(changes: Partial<Filters>): OpenList<Filters, Sort, Row, Given> {
    const other = new OpenList(this.declarations, this.tx, { ...this.filters, ...changes }, this.given)
    for (const [way, found] of this.finding) other.finding.set(way, found)
    return other
  }

  /** A window, with the number of matching rows. */
  async window(page: Page<Sort>): Promise<{ items: Row[]; total: number }> {
    const { found, total } = this.first.last ? await this.foundToTheLast(page) : await this.both(page)
    return { items: await this.read(found), total }
  }

  /** Ids of the rows of a window. The offset counts from the place if one is given. */
  async ids({ sort, offset, limit }: Page<Sort>, from?: Place): Promise<FoundRow[]> {
    if (this.first.last) return (await this.foundToTheLast({ sort, offset, limit })).found
    const all = await this.parts(({ sorts }) => sorts[sort], { sort, isOrdered: true })
    const parts = from ? partsFrom(all, from, false) : all
    const isGathered = !from && this.first.isGathered?.(this.filters, sort) === true
    return await this.foundIn(parts, { offset, limit, isGathered })
  }

  /** Displayed data of the found rows, in their order. Rows removed meanwhile are left out. */
  async read(found: readonly FoundRow[]): Promise<Row[]> {
    const byReader = Map.groupBy(found, ({ source = 0 }) => this.declarations[source]!.read)
    const { idOf } = this.first
    const lists = await Promise.all(
      [...byReader].map(([read, these]) =>
        read(
          this.tx,
          these.map(({ id }) => id),
          this.given,
        ),
      ),
    )
    const byId = new Map(lists.flat().map((row) => [idOf(row), row]))
    return found.flatMap(({ id }) => byId.get(id) ?? [])
  }

  /**
   * The next rows after a place, in the order of the walk. One extra found row shows whether there are more, so rows
   * removed before they are read do not end the walk.
   */
  async walk(after: Place | undefined, limit: number): Promise<Step<Row>> {
    const keysOf = ({ walk }: Declaration<Filters, Sort, Row, Given>) => walk ?? []
    const all = await this.parts(keysOf, { sort: undefined })
    const parts = after ? partsFrom(all, after, true) : all
    const found = parts.length === 0 ? [] : await this.keyed(parts, { offset: 0, limit: limit + 1 })
    const rows = await this.read(found.slice(0, limit))
    return { rows, next: found.length > limit ? placeOf(found[limit - 1]!, keysOf(this.first)) : undefined }
  }

  /** Places of every `step`-th row in an order, beginning with the first. */
  async places(sort: Sort, step: number): Promise<Place[]> {
    const parts = await this.parts(({ sorts }) => sorts[sort], { sort })
    const rows = await this.tx.rows(everySoMany(parts, step))
    return rows.map((row) => placeOf(row, parts[0]!.keys))
  }

  /**
   * Number of matching rows, optionally with some filters changed.
   * @param most limit of the count, instead of the declared one
   */
  async count(changes?: Partial<Filters>, most = this.first.mostCounted): Promise<number> {
    const parts = await this.parts(noKeys, { sort: undefined, filters: { ...this.filters, ...changes } })
    return await this.countParts(parts, most)
  }

  /** Number of rows per value, under all filters but one. Rows with an empty text are not counted. */
  async countBy(filter: keyof Filters & string, value: string = filter): Promise<Record<string, number>> {
    const rows = await this.tally([value], filter)
    return Object.fromEntries(rows.filter((row) => row[value] !== '').map((row) => [row[value], row.count]))
  }

  /** Number of rows per combination of declared values, under all filters but one. */
  async tally<Member extends string>(
    members: readonly Member[],
    without?: keyof Filters,
  ): Promise<Combination<Member>[]> {
    const parts = await this.parts(noKeys, { sort: undefined, without })
    if (parts.length === 0) return []
    const counted = parts.map((part) => {
      const { values = {}, counted: first = {} } = this.declarations[part.source]!
      const own = Object.fromEntries(members.map((member) => [member, values[member]!]))
      return { part, values: own as Record<Member, NonNullable<(typeof values)[string]>>, first }
    })
    return await this.tx.rows(tallyOf<Member>(counted))
  }

  /** The matching rows under all filters but one, for joining, grouping and counting. */
  async rowsWithout(filter: keyof Filters): Promise<Rows> {
    return await this.fitting(this.first, this.filters, [filter])
  }

  private get first(): Declaration<Filters, Sort, Row, Given> {
    return this.declarations[0]!
  }

  /** The parts of all declarations with their conditions. */
  private async parts(
    keysOf: (declaration: Declaration<Filters, Sort, Row, Given>) => readonly Key[],
    {
      sort,
      filters = this.filters,
      without,
      isOrdered = false,
    }: { sort: Sort | undefined; filters?: Filters; without?: keyof Filters | undefined; isOrdered?: boolean },
  ): Promise<Part[]> {
    const parts = this.declarations.flatMap((declaration, source) =>
      (declaration.partsOf?.(filters, sort) ?? [filters]).map(async (own): Promise<Part> => {
        const each = declaration.each?.(own, sort)
        const left = [without, each?.filter].filter((name) => name !== undefined)
        const inOrder = isOrdered && sort !== undefined && declaration.inOrder?.[sort]
        const [rows, values] = await Promise.all([
          this.fitting(declaration, own, left),
          each && this.valuesOf(each, own),
        ])
        return {
          rows: inOrder ? rows.where(inOrder) : rows,
          id: keyOfId(declaration.id),
          keys: keysOf(declaration),
          source,
          each: each && values && { of: each.of, values },
        }
      }),
    )
    return await Promise.all(parts)
  }

  private async valuesOf({ filter, values }: Each<Filters>, filters: Filters): Promise<readonly string[]> {
    return typeof values === 'function' ? await this.once(filter, filters[filter], () => values(this.tx)) : values
  }

  /** Result of a filter's search for a value, computed once. */
  private async once<Result extends readonly string[] | Condition>(
    way: unknown,
    value: unknown,
    find: () => Promise<Result>,
  ): Promise<Result> {
    const known = this.finding.get(way) ?? new Map<string, Promise<readonly string[] | Condition>>()
    const key = JSON.stringify(value ?? null)
    const finding = known.get(key) ?? find()
    this.finding.set(way, known.set(key, finding))
    // A given search always has the same result type.
    return (await finding) as Result
  }

  private async fitting(
    declaration: Declaration<Filters, Sort, Row, Given>,
    filters: Filters,
    without: readonly (keyof Filters)[],
  ): Promise<Rows> {
    const { from, always, filters: declared } = declaration
    const names = (Object.keys(declared) as (keyof Filters)[]).filter((name) => !without.includes(name))
    const conditions = await Promise.all(names.map((name) => this.condition(declaration, name, filters[name])))
    const base = always ? rowsOf(from).where(always) : rowsOf(from)
    return conditions.reduce<Rows>((query, condition) => (condition ? query.where(condition) : query), base)
  }

  private async condition<Name extends keyof Filters>(
    { filters, id }: Declaration<Filters, Sort, Row, Given>,
    name: Name,
    value: Filters[Name],
  ): Promise<Condition | undefined> {
    const filter: Filter<Filters[Name], Given> = filters[name]
    if (typeof filter === 'function') return filter(value)
    if (!isSet(value, filter.findsFalse)) return undefined
    const found = await this.once(filter.find, value, () => filter.find(this.tx, value, this.given))
    if ('toOperationNode' in found) return found
    const key = keyOfId(id)
    return sql<boolean>`${keyValue(key)} = any(${found}::${sql.raw(key.type)}[])`
  }

  private async both(page: Page<Sort>) {
    const [found, total] = await Promise.all([this.ids(page), this.count()])
    return { found, total }
  }

  /** Rows that come last have their own order, so they form their own window. */
  private async foundToTheLast(page: Page<Sort>) {
    const { mostCounted, last } = this.first
    const { sort, offset, limit } = page
    const [part] = await this.parts(({ sorts }) => sorts[sort], { sort })
    const others = { ...part!, rows: part!.rows.where(last!.others) }
    const these = { ...part!, rows: part!.rows.where(last!.these), keys: last!.keys }
    const [first, before, behind] = await Promise.all([
      this.foundIn([others], { offset, limit }),
      this.countParts([others], mostCounted),
      this.countParts([these], mostCounted),
    ])
    const rest = { offset: Math.max(0, offset - before), limit: limit - first.length }
    const more = rest.limit > 0 && behind > rest.offset ? await this.foundIn([these], rest) : []
    return { found: [...first, ...more], total: Math.min(mostCounted ?? Number.POSITIVE_INFINITY, before + behind) }
  }

  private async foundIn(parts: readonly Part[], cut: Cut): Promise<FoundRow[]> {
    const [part] = parts
    if (!part) return []
    if (parts.length > 1 || part.each || cut.isGathered) return await this.keyed(parts, cut)
    const page = part.rows.select(sql<string>`${keyValue(part.id)}`.as('id')).orderBy(orderOf(part.keys))
    const found = await this.tx.rows<FoundRow>(page.offset(cut.offset).limit(sql.lit(cut.limit)))
    return found.map(({ id }) => ({ id, source: part.source }))
  }

  private async keyed(parts: readonly Part[], cut: Cut): Promise<(Keyed & FoundRow)[]> {
    const found = await this.tx.rows(windowOf(parts, cut))
    return found.map((row) => ({ source: parts[0]!.source, ...row }))
  }

  private async countParts(parts: readonly Part[], most: number | undefined): Promise<number> {
    if (parts.length === 0) return 0
    const [row] = await this.tx.rows(countOf(parts, most))
    return Math.min(most ?? Number.POSITIVE_INFINITY, row!.count)
  }
}

const noKeys = (): readonly Key[] => []

function keyOfId(id: string | Key): Key {
  return typeof id === 'string' ? { column: id, type: 'uuid' } : id
}

function isSet<Value>(value: Value, withFalse = false): value is NonNullable<Value> {
  if (Array.isArray(value)) return value.length > 0
  if (value === false) return withFalse
  return value !== undefined && value !== null && value !== ''
}
