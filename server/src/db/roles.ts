import type { Client } from 'pg'

/** Owner of every table; migrations run as this role. */
export const ownerRole = 'cartage_owner'
/** Serves requests: owns nothing and cannot bypass row security. */
export const appRole = 'cartage_app'
/** Runs jobs: as restricted as the application role, but may list tenants with work. */
export const workerRole = 'cartage_worker'
/** Works for several tenants in one transaction, on the tables that such work needs (decision 0095). */
export const batchRole = 'cartage_batch'
/** Owns the few definer functions that read across tenants. No login can assume it. */
export const directoryRole = 'cartage_directory'

/** Every role of an installation. */
export const databaseRoles = [ownerRole, appRole, workerRole, batchRole, directoryRole]

/** SQL for an administrator if the server's login may not create roles; `existing` roles are skipped. */
export function rolesScript(login: string, database: string, existing: readonly string[] = []): string {
  const missing = databaseRoles.filter((role) => !existing.includes(role))
  return [
    ...missing.map((role) => `create role ${role} nologin nosuperuser nobypassrls;`),
    `grant ${databaseRoles.join(', ')} to "${login}";`,
    `grant ${directoryRole} to ${ownerRole};`,
    `grant create on database "${database}" to ${ownerRole};`,
    `grant usage, create on schema public to ${ownerRole};`,
    `grant usage on schema public to ${appRole}, ${workerRole}, ${batchRole}, ${directoryRole};`,
    `grant create on schema public to ${directoryRole};`,
  ].join('\n')
}

/** The database login may not create the required roles. `message` contains the SQL to run. */
export class RolesMissing extends Error {
  override name = 'RolesMissing'
}

/**
 * Creates missing roles.
 * @param hasNodes Citus connects to its nodes under the working role, so the roles may log in there. They have no
 * password: authentication between nodes is up to the administrator.
 * @throws RolesMissing with the SQL to run if the login may not create them
 */
export async function ensureRoles(client: Client, hasNodes = false): Promise<void> {
  const { rows } = await client.query<{ rolname: string | null; login: string; database: string; is_member: boolean }>(
    `select r.rolname, session_user as login, current_database() as database,
            pg_has_role(session_user, r.oid, 'member') and r.rolcanlogin >= $2 as is_member
       from unnest($1::text[]) as wanted(name) left join pg_roles r on r.rolname = wanted.name`,
    [databaseRoles, hasNodes],
  )
  const missing = rows.some((row) => row.rolname === null)
  if (!missing && rows.every((row) => row.is_member)) return grantSchema(client)
  try {
    await createRoles(client, hasNodes)
    await grantSchema(client)
  } catch (error) {
    if (!isRefused(error)) throw error
    const { login, database } = rows[0]!
    const script = rolesScript(
      login,
      database,
      rows.flatMap((row) => row.rolname ?? []),
    )
    throw new RolesMissing(
      `The login "${login}" may not set up the database roles. Ask an administrator to run:\n\n${script}\n`,
    )
  }
}

async function createRoles(client: Client, hasNodes: boolean): Promise<void> {
  for (const role of databaseRoles) {
    // Two processes may start concurrently: the slower one finds the role created.
    await client.query(
      `do $$ begin create role ${role} nologin nosuperuser nobypassrls;
         exception when duplicate_object or unique_violation then null; end $$`,
    )
    if (hasNodes) await client.query(`alter role ${role} login`)
  }
  const { rows } = await client.query<{ login: string }>('select quote_ident(session_user) as login')
  await client.query(`grant ${databaseRoles.join(', ')} to ${rows[0]!.login}`)
  // Migrations transfer the definer functions, so the owner must be a member of the receiving role.
  await client.query(`grant ${directoryRole} to ${ownerRole}`)
}

async function grantSchema(client: Client): Promise<void> {
  const { rows } = await client.query<{ ready: boolean }>(
    `select has_schema_privilege($1, 'public', 'create') and has_schema_privilege($2, 'public', 'usage')
        and has_schema_privilege($3, 'public', 'usage') and has_schema_privilege($4, 'public', 'usage')
        and has_schema_privilege($5, 'public', 'create') as ready`,
    [ownerRole, appRole, workerRole, batchRole, directoryRole],
  )
  if (rows[0]!.ready) return
  await client.query(`grant usage, create on schema public to ${ownerRole}, ${directoryRole}`)
  await client.query(`grant usage on schema public to ${appRole}, ${workerRole}, ${batchRole}`)
}

function isRefused(error: unknown): boolean {
  const code = (error as { code?: string }).code
  return code === '42501'
}
