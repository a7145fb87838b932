import { randomUUID } from 'node:crypto'
import { statement } from '../../db/statement.ts'
import { nameKey, plateKey } from '../../resources/names.rules.ts'
import type { TestTenant } from '../test-tenant.ts'

/** A resource for a test; by default an active driver without a plate. */
export interface TestResourceInput {
  name?: string
  external_id?: string
  license_plate?: string
  resource_type?: string
  is_archived?: boolean
}

const insert = statement(
  'testing.insert_resources',
  `insert into resource (tenant_id, resource_id, resource_type, name, name_key, external_id, license_plate,
                         license_plate_key, is_archived)
   select $1, n.* from json_to_recordset($2::json) as n (
     resource_id uuid, resource_type text, name text, name_key text, external_id text, license_plate text,
     license_plate_key text, is_archived boolean)`,
)

/** Inserts resources without the API; returns their ids, in order. */
export async function insertTestResources(tenant: TestTenant, given: readonly TestResourceInput[]): Promise<string[]> {
  const rows = given.map(({ name = 'Resource', license_plate = null, ...others }) => ({
    resource_id: randomUUID(),
    resource_type: 'DRIVER',
    external_id: '',
    is_archived: false,
    name,
    name_key: nameKey(name),
    license_plate,
    license_plate_key: plateKey(license_plate),
    ...others,
  }))
  await tenant.asTenant((tx) => tx.query(insert, JSON.stringify(rows)))
  return rows.map(({ resource_id }) => resource_id)
}
