import { eraseFromTrail } from '../audit/erase.store.ts'
import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import { eraseUser } from '../auth/users/erase.store.ts'
import { eraseContact } from '../companies/erase.store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { eraseDriverFromRevisions } from '../dispatch/erase.store.ts'
import { deleteDocumentsOf } from '../documents/retention.store.ts'
import { eraseLinksOf } from '../doors/erase.store.ts'
import { eraseMailsTo } from '../mails/letters/retention.store.ts'
import { deleteSamplesOf } from '../positions/retention.store.ts'
import { eraseDriver } from '../resources/erase.store.ts'
import { eraseAbsencesOf } from '../unavailabilities/erase.store.ts'
import { eraseValiditiesOf } from '../validities/erase.store.ts'
import { addCount, markOf, type RetentionCounts, trailOf } from './rules.ts'
import { insertErasedPerson, insertPersonRun, type Person } from './store.ts'

/**
 * Erases one person who left, as someone asks (RET-3). One transaction: the person is erased everywhere, or nowhere.
 * @returns the id of the run that keeps when, by whom and how much
 * @throws Problem not_found; person_present for who is not archived or disabled
 */
export async function erasePerson(ctx: Context, tenantId: string, by: By, person: Person): Promise<string> {
  const runId = ctx.newId()
  await ctx.db.asWorker(tenantId, async (tx) => {
    const counts = await erase(ctx, tx, by, { person, runId })
    await insertPersonRun(tx, runId, by, person, counts)
  })
  return runId
}

/**
 * Erases one person in a run. Who the person was is in none of the entries about it.
 * @returns rows by kind of data, the person among them
 */
export async function erase(
  ctx: Context,
  tx: Tx,
  by: By,
  { person, runId }: { person: Person; runId: string },
): Promise<RetentionCounts> {
  const { person_type, person_id } = person
  const mark = markOf(person_type, person_id)
  const { record, counts } = await eraseRecord(tx, person, mark)
  const { entity_type, names, own } = trailOf[person_type]
  const trail = { entity_type, entity_ids: [record], names: new Set(names), own: new Set(own) }
  const entries = await eraseFromTrail(tx, by, ctx.newId(), trail)
  const after = person_type === 'CONTACT' ? { erased_contact: person_id } : { name: mark }
  await recordChanges(tx, by, [{ entity_type, entity_id: record, action: 'erased', before: null, after }])
  await insertErasedPerson(tx, person, runId)
  return addCount(addCount(counts, 'AUDIT', entries), 'PEOPLE', 1)
}

/** @returns the record that the trail knows the person by, and what else was erased */
async function eraseRecord(
  tx: Tx,
  { person_type, person_id: id }: Person,
  mark: string,
): Promise<{ record: string; counts: RetentionCounts }> {
  if (person_type === 'USER') {
    const email = await eraseUser(tx, id, mark)
    return { record: id, counts: addCount({}, 'MAILS', await eraseMailsTo(tx, email)) }
  }
  if (person_type === 'CONTACT') {
    const { company_id, email } = await eraseContact(tx, id, mark)
    return { record: company_id, counts: addCount({}, 'MAILS', email ? await eraseMailsTo(tx, email) : 0) }
  }
  await eraseDriver(tx, id, mark)
  await Promise.all([eraseLinksOf(tx, id), eraseAbsencesOf(tx, id), eraseValiditiesOf(tx, id)])
  const samples = addCount({}, 'POSITIONS', await deleteSamplesOf(tx, id))
  const documents = addCount(samples, 'DOCUMENTS', await deleteDocumentsOf(tx, 'RESOURCE', id))
  return { record: id, counts: addCount(documents, 'DISPATCHES', await eraseDriverFromRevisions(tx, id)) }
}
