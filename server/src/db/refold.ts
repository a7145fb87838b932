import { createHash } from 'node:crypto'
import { foldText } from '@cartage/contract/reading/fold'
import type pg from 'pg'
import { formerPlaceKey, type PlaceNames, placeKey } from '../place-key.ts'

/** Rows folded per statement. */
const batch = 5_000

interface Folded {
  table: string
  id: string
  /** Text column, its key column and the folding function. */
  keys: readonly { text: string; key: string; fold: (text: string) => string | null }[]
}

const plate = (text: string) => foldText(text).replace(/[^\p{L}\p{N}]/gu, '') || null
const folded: readonly Folded[] = [
  {
    table: 'company',
    id: 'company_id',
    keys: [
      { text: 'name', key: 'name_key', fold: foldText },
      { text: "doc ->> 'legal_name'", key: 'legal_name_key', fold: foldText },
    ],
  },
  {
    table: 'resource',
    id: 'resource_id',
    keys: [
      { text: 'name', key: 'name_key', fold: foldText },
      { text: 'license_plate', key: 'license_plate_key', fold: plate },
    ],
  },
]

/**
 * Migration code: recomputes the keys of all names of all tenants in the migration's transaction (SEARCH-6). Runs as
 * table owner, with row security lifted for it meanwhile.
 */
export async function refold(client: pg.ClientBase): Promise<void> {
  for (const one of folded) {
    await client.query(`alter table ${one.table} no force row level security`)
    await refoldTable(client, one)
    await client.query(`alter table ${one.table} force row level security`)
  }
}

async function refoldTable(client: pg.ClientBase, { table, id, keys }: Folded): Promise<void> {
  const texts = keys.map(({ text, key }, index) => `${text} as t${index}, ${key} as k${index}`).join(', ')
  const page = `select tenant_id, ${id} as id, ${texts} from ${table}
    where (tenant_id, ${id}) > ($1, $2) order by tenant_id, ${id} limit ${batch}`
  const sets = keys.map(({ key }, index) => `${key} = g.k${index}`).join(', ')
  const columns = keys.map((_, index) => `k${index}`).join(', ')
  const lists = keys.map((_, index) => `$${index + 3}::text[]`).join(', ')
  const write = `update ${table} r set ${sets} from unnest($1::uuid[], $2::uuid[], ${lists}) as g (tenant_id, id, ${columns})
    where r.tenant_id = g.tenant_id and r.${id} = g.id`
  let last = { tenant_id: '00000000-0000-0000-0000-000000000000', id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const { rows } = await client.query<Record<string, string | null> & typeof last>(page, [last.tenant_id, last.id])
    if (rows.length === 0) return
    last = rows.at(-1)!
    const keysOf = (row: (typeof rows)[number]) =>
      keys.map(({ fold }, index) => (row[`t${index}`] == null ? null : fold(row[`t${index}`]!)))
    const changed = rows
      .map((row) => ({ row, now: keysOf(row) }))
      .filter(({ row, now }) => now.some((key, index) => key !== row[`k${index}`]))
    if (changed.length === 0) continue
    const values = keys.map((_, index) => changed.map(({ now }) => now[index]))
    await client.query(write, [changed.map(({ row }) => row.tenant_id), changed.map(({ row }) => row.id), ...values])
  }
}

const placeDetails = `concat_ws(E'\\x1f', coalesce(display_name, ''), coalesce(address_second_line, ''), coalesce(state, ''),
                               coalesce(code, ''), coalesce(external_id, ''))`

interface PlaceRow extends PlaceNames {
  tenant_id: string
  id: string
  match_key: Buffer
  details: string
}

/**
 * The same for the place keys of all tenants (SEARCH-8). If two places now share a key, its current holder keeps it.
 * The other stays unchanged, for a person to merge.
 */
export async function rekeyPlaces(client: pg.ClientBase): Promise<void> {
  await client.query('alter table location no force row level security')
  let last = { tenant_id: '00000000-0000-0000-0000-000000000000', id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const { rows } = await client.query<PlaceRow>(
      `select tenant_id, location_id as id, match_key, name, address, postal_code, city, country, ${placeDetails} as details
         from location where (tenant_id, location_id) > ($1, $2) order by tenant_id, location_id limit ${batch}`,
      [last.tenant_id, last.id],
    )
    if (rows.length === 0) break
    last = rows.at(-1)!
    const changed = new Map<string, PlaceRow & { now: Buffer }>()
    for (const row of rows) {
      const now = keyNow(row)
      if (now !== undefined && !now.equals(row.match_key))
        changed.set(`${row.tenant_id} ${now.toString('hex')}`, { ...row, now })
    }
    const list = [...changed.values()]
    await client.query(
      `update location l set match_key = g.now
         from unnest($1::uuid[], $2::uuid[], $3::bytea[]) as g (tenant_id, id, now)
        where l.tenant_id = g.tenant_id and l.location_id = g.id
          and not exists (select from location o where o.tenant_id = g.tenant_id and o.match_key = g.now)`,
      [list.map((row) => row.tenant_id), list.map((row) => row.id), list.map((row) => row.now)],
    )
  }
  await client.query('alter table location force row level security')
}

/** The new key of a place whose current key was derived from its names; other keys belong to further spellings. */
function keyNow(row: PlaceRow): Buffer | undefined {
  const former = formerPlaceKey(row)
  if (former.equals(row.match_key)) return placeKey(row)
  return detailed(former, row.details).equals(row.match_key) ? detailed(placeKey(row), row.details) : undefined
}

function detailed(key: Buffer, details: string): Buffer {
  return createHash('sha256').update(key).update(details).digest()
}
