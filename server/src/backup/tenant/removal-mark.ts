import type pg from 'pg'
import type { Context } from '../../context.ts'

/** Prefix of the operator setting with the progress of a tenant removal; it is deleted with the tenant. */
const prefix = 'removing '

/** Progress of a removal. */
export interface RemovalMark {
  /** Whether the tenant was active before. */
  was_active: boolean
  /** Whether the removal of its files has begun: from then on it can only be completed. */
  files_begun: boolean
}

type Marking = Pick<Context, 'db'>

/** Progress of a running or interrupted removal of this tenant; undefined when there is none. */
export async function readMark({ db }: Marking, tenantId: string): Promise<RemovalMark | undefined> {
  const { rows } = await db.worker.query<{ value: RemovalMark }>('select value from operator_setting where name = $1', [
    prefix + tenantId,
  ])
  return rows[0]?.value
}

/** Commits the mark at once, on a separate connection. */
export async function writeMark({ db }: Marking, tenantId: string, mark: RemovalMark): Promise<void> {
  await db.worker.query(
    `insert into operator_setting (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [prefix + tenantId, JSON.stringify(mark)],
  )
}

/** @param client the owner, who alone may remove settings of the operator */
export async function clearMark(client: pg.Client, tenantId: string): Promise<void> {
  await client.query('delete from operator_setting where name = $1', [prefix + tenantId])
}

/**
 * Advice for each interrupted removal, one sentence each (OPS-40). Running removals are included: from outside they
 * look the same.
 */
export async function cutOffRemovals({ db }: Marking): Promise<string[]> {
  const { rows } = await db.worker.query<{ slug: string; value: RemovalMark }>(
    `select t.slug, s.value from operator_setting s join tenant t on s.name = $1 || t.tenant_id order by t.slug`,
    [prefix],
  )
  return rows.map(({ slug, value }) => (value.files_begun ? onlyToItsEnd(slug) : eitherWay(slug)))
}

/** Advice for a removal that has already deleted some files. */
export function onlyToItsEnd(slug: string): string {
  return (
    `The removal of ${slug} was cut off, and some of its documents are gone. Unless it still runs, do it to its end: ` +
    `cartage tenant delete ${slug}`
  )
}

function eitherWay(slug: string): string {
  return (
    `The removal of ${slug} was cut off before anything was removed, and it is suspended. Unless it still runs, do it again: ` +
    `cartage tenant delete ${slug}. To keep it: cartage tenant resume ${slug}`
  )
}
