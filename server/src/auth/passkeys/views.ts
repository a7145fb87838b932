import type { Passkey } from '@cartage/contract/auth/app/passkeys'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'

const list = statement(
  'auth.list_passkeys',
  `select p.passkey_id, p.name, ${instant('p.created_at')} as created_at, ${instant('p.last_used_at')} as last_used_at
     from passkey p where p.tenant_id = $1 and p.user_id = $2 order by p.created_at, p.passkey_id limit 100`,
)

/** A person's passkeys for the account page. */
export function listPasskeys(tx: Tx, userId: string): Promise<Passkey[]> {
  return tx.query<Passkey>(list, userId)
}

/** A stored passkey, as a device recognises it. */
export interface PasskeyRow {
  credential_id: Buffer
  transports: string[]
}

const ids = statement(
  'auth.list_passkey_credentials',
  'select p.credential_id, p.transports from passkey p where p.tenant_id = $1 and p.user_id = $2 limit 100',
)

/** The credentials of a person. */
export function listCredentials(tx: Tx, userId: string): Promise<PasskeyRow[]> {
  return tx.query<PasskeyRow>(ids, userId)
}
