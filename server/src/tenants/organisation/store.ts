import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { Picture } from './rules.ts'

const addLogo = statement(
  'tenants.insert_logo',
  `insert into tenant_logo (tenant_id, logo_id, media_type, width, height, bytes) values ($1, $2, $3, $4, $5, $6)`,
)

/** Stores a logo. */
export async function insertLogo(tx: Tx, logoId: string, picture: Picture, bytes: Buffer): Promise<void> {
  await tx.query(addLogo, logoId, picture.media_type, picture.width, picture.height, bytes)
}

const setLogo = statement('tenants.update_logo', 'update tenant_setting set logo_id = $2 where tenant_id = $1')

/** Sets the current logo; null for none. */
export async function updateLogo(tx: Tx, logoId: string | null): Promise<void> {
  await tx.query(setLogo, logoId)
}

const setColour = statement(
  'tenants.update_brand_colour',
  'update tenant_setting set brand_colour = $2 where tenant_id = $1',
)
const setName = statement('tenants.update_name', 'select set_tenant_name($1, $2)')

/** Sets name and colour. Only the worker may write the name. */
export async function updateOrganisation(tx: Tx, given: { name: string; colour: string | null }): Promise<void> {
  await tx.query(setColour, given.colour)
  await tx.query(setName, given.name)
}
