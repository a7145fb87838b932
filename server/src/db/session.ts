import type pg from 'pg'
import { DatabaseRefused } from './failure.ts'
import { batchRole, workerRole } from './roles.ts'

/** Prefix of operator settings that hold a text sealed with the installation's master key, one per key version. */
export const proofPrefix = 'master_key_proof'

/** Required properties of a connection. */
export interface Expected {
  /** Its role, which cannot bypass row security. */
  readonly role: string
  /** Session settings in the notation of `show`. */
  readonly settings: Readonly<Record<string, string>>
}

/** Checks of a connection that depend on the current state. */
export interface SessionChecks {
  checkInstallation?: CheckInstallation | undefined
  /** Whether row security is required; true if absent. */
  hasRowWall?(): boolean
}

/**
 * Explains in a sentence why this process does not belong to the installation with these proofs; undefined if it does.
 */
export type CheckInstallation = (proofs: readonly string[]) => string | undefined

/** The part of a session that each connection has for itself. */
export interface OwnSession {
  role: string
  /** Tenants set on the session before any was requested; must be empty or null. */
  tenant: string | null
  row_security: string
  settings: Record<string, string | null>
  /** Identifies the running PostgreSQL and the database. */
  place: string
}

/** A connection as reported by the database. */
export interface Session extends OwnSession {
  /** Whether the role is a superuser or may bypass row security. */
  passes_walls: boolean
  /**
   * Tenant tables whose row security is off, not forced, or opened by another policy to this role, or to the
   * batch role if this is the worker.
   */
  open_tables: string[]
  proofs: string[]
  /** Whether tenant tables are spread over Citus nodes. */
  is_distributed: boolean
  /** Tenant tables that are local although others are spread. */
  local_tables: string[]
  /** Whether distribution was started but not finished. */
  is_unfinished: boolean
}

/** Condition of the batch role's policies (decision 0095), as PostgreSQL prints it. */
const batchCondition = '(tenant_id = ANY (( SELECT current_tenants() AS current_tenants)::uuid[]))'

const own = `current_user::text as role,
         coalesce(nullif(current_setting('app.tenant', true), ''), current_setting('app.tenants', true)) as tenant,
         current_setting('row_security') as row_security,
         (select jsonb_object_agg(name, current_setting(name, true)) from unnest($1::text[]) as name) as settings,
         concat_ws(' ', pg_postmaster_start_time(), inet_server_addr(), inet_server_port(), current_database()) as place`

// Reads the catalogue by its keys only, so it costs the same on connections that may not scan.
const look = `
  select ${own}, r.rolsuper or r.rolbypassrls as passes_walls,
         array(
           select c.relname::text from pg_class c
            where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'tenant'
              and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
              and (not (c.relrowsecurity and c.relforcerowsecurity)
                   or exists (select from pg_policy p cross join unnest(p.polroles) as member(oid)
                               where p.polrelid = c.oid and p.polpermissive and p.polname <> 'own_tenant'
                                 and (member.oid = 0 or pg_has_role(r.oid, member.oid, 'usage')
                                      or (member.oid = b.oid and r.rolname = '${workerRole}'
                                          and (p.polname <> 'of_batch'
                                               or pg_get_expr(p.polqual, p.polrelid) <> '${batchCondition}'
                                               or coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '') <> '${batchCondition}')))))
            order by 1
         ) as open_tables,
         array(select value #>> '{}' from operator_setting where starts_with(name, $2) order by name) as proofs,
         d.is_distributed, d.local_tables, d.is_unfinished
    from pg_roles r cross join distribution_state() d left join pg_roles b on b.rolname = '${batchRole}'
   where r.rolname = current_user`

/** Reads the properties of a connection, in one round trip. */
export async function readSession(client: pg.ClientBase | pg.Pool, expected: Expected): Promise<Session> {
  const { rows } = await client.query<Session>(look, [Object.keys(expected.settings), proofPrefix])
  return rows[0]!
}

/** Reads what a connection has for itself, which needs no table: a fortieth of the work of `readSession`. */
export async function readOwnSession(client: pg.ClientBase, expected: Expected): Promise<OwnSession> {
  const { rows } = await client.query<OwnSession>(`select ${own}`, [Object.keys(expected.settings)])
  return rows[0]!
}

/** What one connection reads of tables, policies and roles counts for others of its pool that open within this time. */
export const sharedForSeconds = 5

/**
 * Checks the new connections of a pool before their first use. Connections open in bursts, and looking through the
 * policies of all tables costs a new one many times what the rest does. Role, tenant and settings are read on each.
 */
export class SessionCheck {
  private readonly expected: Expected
  private readonly checks: SessionChecks
  private last: { at: number; reading: Promise<Session> } | undefined

  constructor(expected: Expected, checks: SessionChecks) {
    this.expected = expected
    this.checks = checks
  }

  /**
   * @returns whether tables are spread over nodes
   * @throws DatabaseRefused as a sentence with instructions
   */
  async check(client: pg.ClientBase): Promise<{ isDistributed: boolean }> {
    const shared = await this.readShared(client)
    if (shared && judgeSession(shared, this.expected, this.checks).length === 0) {
      return { isDistributed: shared.is_distributed }
    }
    // What another connection read may have changed since: the first start writes the proof of the master key.
    const seen = await this.readAll(client)
    const [fault] = judgeSession(seen, this.expected, this.checks)
    if (fault === undefined) return { isDistributed: seen.is_distributed }
    this.forget()
    throw new DatabaseRefused(fault)
  }

  /** The next connection reads everything: the database may have been replaced. */
  forget(): void {
    this.last = undefined
  }

  /** The connection with what another one has read; undefined if it is too long ago, failed, or was of another database. */
  private async readShared(client: pg.ClientBase): Promise<Session | undefined> {
    const { last } = this
    if (last === undefined || performance.now() - last.at > sharedForSeconds * 1_000) return undefined
    const [own, all] = await Promise.all([readOwnSession(client, this.expected), last.reading.catch(() => undefined)])
    const isShared = all !== undefined && own.place === all.place && own.role === all.role
    return isShared ? { ...all, ...own } : undefined
  }

  private async readAll(client: pg.ClientBase): Promise<Session> {
    const last = { at: performance.now(), reading: readSession(client, this.expected) }
    this.last = last
    try {
      return await last.reading
    } catch (error) {
      if (this.last === last) this.forget()
      throw error
    }
  }
}

/** All problems of a connection, each as a sentence with instructions, the most serious first. */
export function judgeSession(seen: Session, expected: Expected, checks: SessionChecks = {}): string[] {
  const installation = checks.checkInstallation?.(seen.proofs)
  const isWalled = checks.hasRowWall?.() ?? true
  return [
    ...roleFaults(seen, expected),
    ...(isWalled ? wallFaults(seen) : []),
    ...settingFaults(seen, expected),
    ...placeFaults(seen),
    ...(installation === undefined ? [] : [installation]),
  ]
}

/** A misplaced table would lack rows in joins with the tenant's other tables. */
function placeFaults({ is_unfinished: isUnfinished, local_tables: tables }: Session): string[] {
  const finish = 'Run `cartage distribute --yes` again: it goes on where it was.'
  if (isUnfinished) return [`The tables are only partly spread over the nodes. ${finish}`]
  return tables.length === 0 ? [] : [`The tables ${tables.join(', ')} are not spread over the nodes. ${finish}`]
}

const direct =
  'A pooler such as PgBouncer between Cartage and PostgreSQL does that: point DATABASE_URL to PostgreSQL itself. ' +
  'Cartage has its own pool.'

function roleFaults({ role, passes_walls: passesWalls }: Session, expected: Expected): string[] {
  if (role !== expected.role) {
    return [`A connection to the database has the role ${role} instead of ${expected.role}. ${direct}`]
  }
  if (!passesWalls) return []
  return [
    `The role ${role} may pass row security, so it would see the rows of every tenant. ` +
      `Run as an administrator: alter role ${role} nosuperuser nobypassrls;`,
  ]
}

function wallFaults({ open_tables: tables, row_security: rowSecurity }: Session): string[] {
  const faults: string[] = []
  if (tables.length > 0) {
    faults.push(
      `Row security is not in force on ${tables.join(', ')}. Run for each table: alter table ${tables[0]} ` +
        'enable row level security, force row level security; and drop every policy on it that no migration has created.',
    )
  }
  if (rowSecurity !== 'on') {
    faults.push(`The setting row_security is ${rowSecurity}. Remove it from the database, its roles and DATABASE_URL.`)
  }
  return faults
}

function settingFaults({ tenant, settings, is_distributed: isDistributed }: Session, expected: Expected): string[] {
  const faults: string[] = []
  if (tenant) {
    faults.push(
      `A new connection already belongs to the tenant ${tenant}: something sets app.tenant or app.tenants for longer ` +
        'than one transaction. Remove it from the database, its roles and DATABASE_URL, and let no pooler share connections.',
    )
  }
  const lost = Object.entries(expected.settings).filter(
    ([name, value]) => settings[name] !== value && !(isDistributed && name === 'plan_cache_mode'),
  )
  if (lost.length > 0) {
    const list = lost.map(([name, value]) => `${name} is ${settings[name] ?? 'not set'} instead of ${value}`).join(', ')
    faults.push(`The database did not take the settings of a connection: ${list}. ${direct}`)
  }
  return faults
}
