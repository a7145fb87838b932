import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import type { LinkPurpose } from './links.rules.ts'

export interface NewLink {
  /** SHA-256 of the link's token. */
  token_hash: Buffer
  user_id: string
  purpose: LinkPurpose
  /** Validity in seconds. */
  seconds: number
}

const add = statement(
  'auth.insert_link',
  `with link as (
     insert into user_link (tenant_id, token_hash, user_id, purpose, expires_at)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5))
     returning expires_at
   )
   select ${instant('expires_at')} as expires_at from link`,
)

/** Inserts a link and returns its end of validity. */
export async function insertLink(tx: Tx, { token_hash, user_id, purpose, seconds }: NewLink): Promise<string> {
  const [row] = await tx.query<{ expires_at: string }>(add, token_hash, user_id, purpose, seconds)
  return row!.expires_at
}

const use = statement(
  'auth.delete_link',
  `delete from user_link where tenant_id = $1 and token_hash = $2 and expires_at > now() returning user_id, purpose`,
)

/** Consumes a link. Of two concurrent uses, one succeeds. Undefined if it is not valid (any more). */
export async function takeLink(
  tx: Tx,
  tokenHash: Buffer,
): Promise<{ user_id: string; purpose: LinkPurpose } | undefined> {
  const [row] = await tx.query<{ user_id: string; purpose: LinkPurpose }>(use, tokenHash)
  return row
}

const drop = statement(
  'auth.delete_links_of_user',
  'delete from user_link where tenant_id = $1 and (user_id = $2 or expires_at <= now())',
)

/** Deletes the links of a user, and expired ones of the tenant. */
export async function deleteLinksOfUser(tx: Tx, userId: string): Promise<void> {
  await tx.query(drop, userId)
}
