import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'

const lock = statement(
  'companies.lock_contact',
  `select k.company_id, k.email, k.is_archived from company_contact k where k.tenant_id = $1 and k.contact_id = $2 for update`,
)
const erase = statement(
  'companies.erase_contact',
  `update company_contact set name = $4, note = null, email = null, phone_number = null, updated_at = now()
    where tenant_id = $1 and company_id = $2 and contact_id = $3`,
)

/**
 * Replaces the name of an archived contact by a mark and removes the contact data.
 * @returns the company, and the former address
 * @throws Problem not_found; person_present for a contact who is not archived
 */
export async function eraseContact(
  tx: Tx,
  contactId: string,
  mark: string,
): Promise<{ company_id: string; email: string | null }> {
  const [contact] = await tx.query<{ company_id: string; email: string | null; is_archived: boolean }>(lock, contactId)
  if (!contact) throw new Problem('not_found')
  if (!contact.is_archived) throw new Problem('person_present')
  await tx.query(erase, contact.company_id, contactId, mark)
  return contact
}
