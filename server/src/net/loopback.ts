import type { Database } from '../db/open.ts'

/** Name of the operator's setting that lets every tenant reach this machine. Nothing turns it on but the operator. */
const forAll = 'allow_loopback_receivers'

/** Name of the operator's setting that lets one tenant reach this machine. */
export function loopbackSettingOf(tenantId: string): string {
  return `${forAll} ${tenantId}`
}

/** Whether requests of a tenant may go to this machine: the operator allows it, or all tenants (NET-6). */
export async function mayReachLoopback({ shared }: Pick<Database, 'shared'>, tenantId: string): Promise<boolean> {
  const { rows } = await shared.query<{ value: unknown }>(
    'select value from operator_setting where name = any($1::text[])',
    [[forAll, loopbackSettingOf(tenantId)]],
  )
  return rows.some(({ value }) => value === true)
}

/** Lets a tenant reach receivers on this machine, or no longer. An act of the operator; it works from the next connection on. */
export async function allowLoopback(
  { worker }: Pick<Database, 'worker'>,
  tenantId: string,
  isAllowed: boolean,
): Promise<void> {
  await worker.query(
    `insert into operator_setting (name, value) values ($1, to_jsonb($2::boolean))
     on conflict (name) do update set value = excluded.value`,
    [loopbackSettingOf(tenantId), isAllowed],
  )
}

/** Whether this is an installation to try things out: some tenant may reach receivers on this machine, as the demo may. */
export async function hasTrials({ worker }: Pick<Database, 'worker'>): Promise<boolean> {
  const { rowCount } = await worker.query(
    `select from operator_setting where starts_with(name, $1) and value = 'true' limit 1`,
    [forAll],
  )
  return rowCount === 1
}
