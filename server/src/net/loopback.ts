import type { Database } from '../db/open.ts'

/** Operator setting that lets every tenant reach this machine. Only the operator turns it on. */
const forAll = 'allow_loopback_receivers'

/** Operator setting that lets one tenant reach this machine. */
export function loopbackSettingOf(tenantId: string): string {
  return `${forAll} ${tenantId}`
}

/** Whether a tenant's requests may reach this machine: allowed by the operator for this tenant or for all (NET-6). */
export async function mayReachLoopback({ shared }: Pick<Database, 'shared'>, tenantId: string): Promise<boolean> {
  const { rows } = await shared.query<{ value: unknown }>(
    'select value from operator_setting where name = any($1::text[])',
    [[forAll, loopbackSettingOf(tenantId)]],
  )
  return rows.some(({ value }) => value === true)
}

/** Allows or forbids a tenant's receivers on this machine, from the next connection on. Only for the operator. */
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

/** Whether this is a trial installation: some tenant, such as the demo, may reach receivers on this machine. */
export async function hasTrials({ worker }: Pick<Database, 'worker'>): Promise<boolean> {
  const { rowCount } = await worker.query(
    `select from operator_setting where starts_with(name, $1) and value = 'true' limit 1`,
    [forAll],
  )
  return rowCount === 1
}
