import {
  AliasNode,
  DummyDriver,
  type JoinNode,
  Kysely,
  OnNode,
  type OperationNode,
  OperationNodeTransformer,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RootOperationNode,
  type SelectQueryNode,
  sql,
  TableNode,
  WhereNode,
} from 'kysely'
import type { DB } from './schema.ts'

/** A Kysely query that yields `Row`, built with its builder or with `sql`. */
export interface Composed<Row> {
  /** Type marker without a value. */
  readonly expressionType: Row | undefined
  toOperationNode(): RootOperationNode
}

/** Starts a composed query. It only compiles; `tx.rows(...)` adds the tenant and runs it. */
export const build = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const compiler = new PostgresQueryCompiler()

/** Compiles a composed query with the tenant predicate on every table; without it if `tenantId` is absent. */
export function compileFor<Row>(query: Composed<Row>, tenantId: string | undefined) {
  const node = query.toOperationNode()
  const scoped = tenantId === undefined ? node : new TenantScope(tenantId).transformNode(node)
  return compiler.compileQuery(scoped, { queryId: 'composed' })
}

/** Adds `table.tenant_id = <tenant>` for every table of every select. Composed queries only read. */
class TenantScope extends OperationNodeTransformer {
  private readonly tenantId: string

  constructor(tenantId: string) {
    super()
    this.tenantId = tenantId
  }

  protected override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    const select = super.transformSelectQuery(node)
    return (select.from?.froms ?? []).reduce<SelectQueryNode>((result, source) => this.inWhere(result, source), select)
  }

  /** In the join condition, so that an outer join stays an outer join. */
  protected override transformJoin(node: JoinNode): JoinNode {
    const join = super.transformJoin(node)
    const predicate = this.predicate(join.table)
    if (!predicate) return join
    return { ...join, on: join.on ? OnNode.cloneWithOperation(join.on, 'And', predicate) : OnNode.create(predicate) }
  }

  private inWhere(select: SelectQueryNode, source: OperationNode): SelectQueryNode {
    const predicate = this.predicate(source)
    if (!predicate) return select
    const where = select.where
      ? WhereNode.cloneWithOperation(select.where, 'And', predicate)
      : WhereNode.create(predicate)
    return { ...select, where }
  }

  private predicate(source: OperationNode): OperationNode | undefined {
    const name = nameOf(source)
    if (name === undefined) return undefined
    return sql<boolean>`${sql.ref(`${name}.tenant_id`)} = ${this.tenantId}`.toOperationNode()
  }
}

/** Alias of a table inside the query; undefined for sub-queries, which are scoped separately. */
function nameOf(node: OperationNode): string | undefined {
  if (TableNode.is(node)) return node.table.identifier.name
  if (!AliasNode.is(node) || !TableNode.is(node.node)) return undefined
  return (node.alias as OperationNode & { name?: string }).name
}
