import pg from 'pg'
import type { Context } from '../../context.ts'
import { DatabaseClient } from '../../db/client.ts'
import { ownerRole } from '../../db/roles.ts'
import { proofPrefix } from '../../db/session.ts'
import { setTenant } from '../../db/tenant.ts'
import { listTenants } from '../../tenants/tenants.views.ts'
import { proofName } from '../../vault.ts'
import { BackupError } from '../files.ts'
import { type DigestPlace, digestPlaces, type SealedPlace, sealedPlaces, signingKeys } from './stored.ts'

/** Dependencies on one version of the master key. */
export interface KeyUse {
  version: number
  /** Whether it is the version in use for sealing and digests. */
  is_newest: boolean
  /** Secrets sealed with it that can be sealed again. */
  sealed: number
  /** Signing secrets of receivers that have stored our public key: they are rotated, not sealed again. */
  public_keys: number
  /** Secrets stored only as a digest, by display name; each is written again when it is used. */
  digests: Record<string, number>
}

const sealedBy = (column: string) => `get_byte(${column}, 0)`

/** SQL for the version that made a digest. Digests of 32 bytes predate versions and belong to the lowest one. */
const digestedBy = (column: string, lowest: number) =>
  `case when octet_length(${column}) = 32 then ${lowest} else get_byte(${column}, 0) end`

/** Dependencies on each version of the master key (SECRET-4). */
export async function keyUse(ctx: Context): Promise<KeyUse[]> {
  return await withOwner(ctx, async (client) => {
    const versions = await versionsOf(client)
    const uses = new Map(
      versions.map((version) => [
        version,
        {
          version,
          is_newest: version === versions.at(-1),
          sealed: 0,
          public_keys: 0,

          digests: {},
        } as KeyUse,
      ]),
    )
    const useOf = (version: number) => uses.get(version)
    for (const { tenant_id } of await listTenants(ctx)) {
      await inOwn(client, tenant_id, async () => {
        for (const place of sealedPlaces) await countSealed(client, tenant_id, place, useOf)
        for (const place of digestPlaces) await countDigests(client, tenant_id, place, versions[0]!, useOf)
      })
    }
    await countSealed(client, null, signingKeys, useOf)
    return [...uses.values()]
  })
}

type UseOf = (version: number) => KeyUse | undefined

async function countSealed(
  client: pg.Client,
  tenantId: string | null,
  place: SealedPlace,
  useOf: UseOf,
): Promise<void> {
  const { table, column, stays, ofTenant } = place
  const { rows } = await client.query<{ version: number; stays: boolean; count: number }>(
    `select ${sealedBy(`t.${column}`)} as version, ${stays} as stays, count(*)::integer as count
       from ${pg.escapeIdentifier(table)} t where ${ofTenant} and t.${column} is not null group by 1, 2`,
    [tenantId],
  )
  for (const row of rows) {
    const use = useOf(row.version)
    if (use) use[row.stays ? 'public_keys' : 'sealed'] += row.count
  }
}

async function countDigests(
  client: pg.Client,
  tenantId: string,
  { table, column, live, name }: DigestPlace,
  lowest: number,
  useOf: UseOf,
): Promise<void> {
  const { rows } = await client.query<{ version: number; count: number }>(
    `select ${digestedBy(`t.${column}`, lowest)} as version, count(*)::integer as count
       from ${pg.escapeIdentifier(table)} t where t.tenant_id = $1 and ${live} group by 1`,
    [tenantId],
  )
  for (const { version, count } of rows) {
    const use = useOf(version)
    if (use) use.digests[name] = (use.digests[name] ?? 0) + count
  }
}

/**
 * Seals everything under an older version of the master key again with the newest, one tenant at a time, while the
 * service runs.
 * @returns how many secrets were sealed again
 * @throws VaultError for bytes that no version of the key file opens
 */
export async function sealAgain(ctx: Context): Promise<number> {
  return await withOwner(ctx, async (client) => {
    const newest = (await versionsOf(client)).at(-1)!
    let count = 0
    for (const { tenant_id } of await listTenants(ctx)) {
      await inOwn(client, tenant_id, async () => {
        for (const place of sealedPlaces) count += await sealPlaceAgain(ctx, client, tenant_id, place, newest)
      })
    }
    await client.query('begin')
    count += await sealPlaceAgain(ctx, client, null, signingKeys, newest)
    await client.query('commit')
    return count
  })
}

async function sealPlaceAgain(
  { vault }: Context,
  client: pg.Client,
  tenantId: string | null,
  { table, column, row, stays, ofTenant, about }: SealedPlace,
  newest: number,
): Promise<number> {
  const name = pg.escapeIdentifier(table)
  const { rows } = await client.query<{ key: string; sealed: Buffer }>(
    `select ${row} as key, t.${column} as sealed from ${name} t
      where ${ofTenant} and t.${column} is not null and ${sealedBy(`t.${column}`)} <> $2 and not (${stays})
        for update`,
    [tenantId, newest],
  )
  for (const { key, sealed } of rows) {
    const place = about(tenantId, key)
    await client.query(`update ${name} t set ${column} = $3 where ${ofTenant} and ${row} = $2 and t.${column} = $4`, [
      tenantId,
      key,
      vault.seal(vault.open(sealed, place), place),
      sealed,
    ])
  }
  return rows.length
}

/**
 * Retires a version of the master key, so that its line may leave the key file. Secrets stored only as a digest under
 * it become invalid.
 * @param options.isForced also while secrets depend on it, because it may have leaked
 * @throws BackupError when it is unknown, the newest, or still needed
 */
export async function retireKey(ctx: Context, version: number, { isForced }: { isForced: boolean }): Promise<KeyUse> {
  const uses = await keyUse(ctx)
  const use = uses.find((one) => one.version === version)
  if (!use)
    throw new BackupError(`Version ${version} is not in use. There are: ${uses.map((one) => one.version).join(', ')}.`)
  if (use.is_newest) {
    throw new BackupError(
      'The newest version seals and digests everything new. Add another with `cartage key add` first.',
    )
  }
  // Without this version these could not be opened, not even to seal them again.
  if (use.sealed > 0) throw new BackupError('Secrets are sealed with this version. Run `cartage key reseal` first.')
  const needed = neededFor(use)
  if (needed.length > 0 && !isForced) {
    throw new BackupError(
      `Version ${version} is needed by ${needed.join(', ')}. Secrets move to the newest version when they are used; rotate or ` +
        'remove the others, or give --force, after which they no longer work.',
    )
  }
  await withOwner(ctx, (client) => client.query('delete from operator_setting where name = $1', [proofName(version)]))
  return use
}

/** Describes what would stop working without a version. */
export function neededFor({ public_keys, digests }: KeyUse): string[] {
  const counted = Object.entries(digests).map(([name, count]) => `${count} ${name}`)
  if (public_keys > 0) counted.push(`${public_keys} signing secrets of receivers with our public key`)
  return counted
}

async function versionsOf(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ proof: string }>(
    `select value #>> '{}' as proof from operator_setting where starts_with(name, $1)`,
    [proofPrefix],
  )
  return rows.map(({ proof }) => Buffer.from(proof, 'base64url')[0]!).sort((one, other) => one - other)
}

async function withOwner<T>({ db }: Context, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new DatabaseClient({ ...db.connection, application_name: 'cartage key' })
  await client.connect()
  try {
    await client.query(`set role ${ownerRole}`)
    return await work(client)
  } finally {
    await client.end()
  }
}

async function inOwn(client: pg.Client, tenantId: string, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await client.query(setTenant(tenantId))
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
