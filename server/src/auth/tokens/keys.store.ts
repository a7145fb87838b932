import type pg from 'pg'
import type { Context } from '../../context.ts'
import type { KeyAge, KeyState } from './keys.rules.ts'

export interface SigningKeyRow extends KeyAge {
  public_jwk: Record<string, unknown>
  private_sealed: Buffer | null
}

/** Keys of this installation, locked for exclusive change by this process. */
export interface LockedKeys {
  readonly keys: SigningKeyRow[]
  insert(key: { kid: string; state: KeyState; public_jwk: object; private_sealed: Buffer }): Promise<void>
  move(kid: string, to: KeyState): Promise<void>
}

const columns = `kid, state, public_jwk, private_sealed,
  extract(epoch from now() - changed_at)::integer as seconds_in_state`

/** All keys that are not GONE, with the database clock in milliseconds since 1970. */
export async function findKeys(ctx: Context): Promise<(SigningKeyRow & { database_ms: number })[]> {
  const { rows } = await ctx.db.shared.query<SigningKeyRow & { database_ms: number }>(
    `select ${columns}, (extract(epoch from clock_timestamp()) * 1000)::float8 as database_ms
       from signing_key where state <> 'GONE' order by created_at`,
  )
  return rows
}

/** Runs `change` in a transaction under an exclusive lock of the installation. */
export async function withKeysLocked(ctx: Context, change: (locked: LockedKeys) => Promise<void>): Promise<void> {
  const client = await ctx.db.worker.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('cartage signing keys'))`)
    await change(await lockedKeys(client))
    await client.query('commit')
    client.release()
  } catch (error) {
    // Closes the connection, which ends the transaction whatever its state.
    client.release(true)
    throw error
  }
}

async function lockedKeys(client: pg.PoolClient): Promise<LockedKeys> {
  const { rows } = await client.query<SigningKeyRow>(`select ${columns} from signing_key where state <> 'GONE'`)
  return {
    keys: rows,
    async insert({ kid, state, public_jwk, private_sealed }) {
      await client.query('insert into signing_key (kid, state, public_jwk, private_sealed) values ($1, $2, $3, $4)', [
        kid,
        state,
        public_jwk,
        private_sealed,
      ])
    },
    async move(kid, to) {
      // A key that no longer signs needs no private key.
      await client.query(
        `update signing_key set state = $2, changed_at = now(),
                private_sealed = case when $2 in ('NEXT', 'ACTIVE') then private_sealed end
          where kid = $1`,
        [kid, to],
      )
    },
  }
}
