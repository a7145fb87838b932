import type { Database } from '../../db/open.ts'

/** Tenants that have uploads to apply, from the directory function: ids only, whatever the caller's tenant. */
export async function tenantsWithUploads(db: Database): Promise<string[]> {
  const { rows } = await db.worker.query<{ tenant_id: string }>({
    name: 'orders.tenants_with_uploads',
    text: 'select tenants_with_uploads() as tenant_id',
  })
  return rows.map((row) => row.tenant_id)
}
