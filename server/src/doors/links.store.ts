import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import type { SubjectColumns } from './links.rules.ts'

export interface NewLink extends SubjectColumns {
  door_link_id: string
  secret_digest: Buffer
  label: string | null
  answer_by: string | null
  language: string | null
  /** Of a carrier link: whether its page shows the price of the trip. */
  shows_price: boolean
  /** Of a customer link: the person who is invited. */
  person?: { name: string; email: string | null } | undefined
  expires_at: Date
  created_at: Date
  /** Id of the user; null for Cartage itself. */
  created_by: string | null
}

const add = statement(
  'doors.insert_link',
  `insert into door_link (tenant_id, door_link_id, secret_digest, door, order_id, trip_id, company_id, resource_id,
                          language, expires_at, created_at, created_by, label, answer_by, person_name, person_email,
                          shows_price)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
)

/** Inserts a link; it works at once. */
export async function insertLink(tx: Tx, link: NewLink): Promise<void> {
  const { door_link_id, secret_digest, door, order_id, trip_id, company_id, resource_id } = link
  const { language, expires_at, created_at, created_by, label, answer_by, person } = link
  const columns = [door_link_id, secret_digest, door, order_id, trip_id, company_id, resource_id]
  const named = [person?.name ?? null, person?.email ?? null]
  await tx.query(
    add,
    ...columns,
    language,
    expires_at,
    created_at,
    created_by,
    label,
    answer_by,
    ...named,
    link.shows_price,
  )
}

const touch = statement(
  'doors.update_link_used',
  `update door_link set last_used_at = $3
    where tenant_id = $1 and door_link_id = $2
      and (last_used_at is null or last_used_at < $3::timestamptz - interval '1 minute')`,
)

/** Records the use of a link, at most once a minute. */
export async function updateLinkUsed(tx: Tx, linkId: string, at: Date): Promise<void> {
  await tx.query(touch, linkId, at)
}

const revoke = statement(
  'doors.revoke_link',
  `update door_link set revoked_at = $3
    where tenant_id = $1 and door_link_id = $2 and revoked_at is null
   returning revoked_at`,
)

/** Revokes a link from the next request on. False when it was revoked before. */
export async function updateLinkRevoked(tx: Tx, linkId: string, at: Date): Promise<boolean> {
  return (await tx.query(revoke, linkId, at)).length === 1
}

const setDigest = statement(
  'doors.update_link_digest',
  'update door_link set secret_digest = $3 where tenant_id = $1 and door_link_id = $2',
)

/** Updates the digest of a link's secret to a newer pepper. */
export async function updateLinkDigest(tx: Tx, linkId: string, digest: Buffer): Promise<void> {
  await tx.query(setDigest, linkId, digest)
}
