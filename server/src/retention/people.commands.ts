import { eraseFromTrail, findBelonging } from '../audit/erase.store.ts'
import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import { eraseUser } from '../auth/users/erase.store.ts'
import { eraseContact } from '../companies/erase.store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { eraseDriverFromRevisions } from '../dispatch/erase.store.ts'
import { deleteDocumentsOf } from '../documents/retention.store.ts'
import { eraseLinksOf, erasePortalPerson } from '../doors/erase.store.ts'
import { eraseMailsTo } from '../mails/letters/retention.store.ts'
import { eraseNamesInCommands } from '../planning/store.ts'
import { deleteSamplesOf } from '../positions/retention.store.ts'
import { eraseDriver } from '../resources/erase.store.ts'
import { deleteActivitiesOf } from '../tachograph/store.ts'
import { eraseNamesOnTrips } from '../trips/erase.store.ts'
import { eraseAbsencesOf } from '../unavailabilities/erase.store.ts'
import { eraseValiditiesOf } from '../validities/erase.store.ts'
import { addCount, markOf, type RetentionCounts, type TrailOfPerson, trailOf } from './rules.ts'
import { insertErasedPerson, insertPersonRun, type Person } from './store.ts'

/**
 * Erases one person who left, on request (RET-3, RET-5). In one transaction, so the person is erased everywhere or
 * nowhere.
 * @returns the id of the run that records when, by whom and how much
 * @throws Problem not_found; person_present if not archived or disabled
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
 * Erases one person in a run. No entry about it identifies the person.
 * @returns rows by kind of data, including the person
 */
export async function erase(
  ctx: Context,
  tx: Tx,
  by: By,
  { person, runId }: { person: Person; runId: string },
): Promise<RetentionCounts> {
  const { person_type, person_id } = person
  const mark = markOf(person_type, person_id)
  const { records, trips = [], counts } = await eraseRecord(tx, person, mark)
  let entries = 0
  for (const trail of trailOf[person_type]) entries += await eraseEntries(ctx, tx, by, trail, records)
  const ofTrips = { entity_type: 'trip', names: ['resources.name'], own: [] }
  entries += await eraseEntries(ctx, tx, by, ofTrips, trips)
  const after = person_type === 'CONTACT' ? { erased_contact: person_id } : { name: mark }
  const { entity_type } = trailOf[person_type][0]!
  await recordChanges(
    tx,
    by,
    records.map((entity_id) => ({ entity_type, entity_id, action: 'erased', before: null, after })),
  )
  const ids = person_type === 'PORTAL' ? records : [person_id]
  for (const id of ids) await insertErasedPerson(tx, { person_type, person_id: id }, runId)
  return addCount(addCount(counts, 'AUDIT', entries), 'PEOPLE', 1)
}

async function eraseEntries(
  ctx: Context,
  tx: Tx,
  by: By,
  { entity_type, of, names = [], own }: TrailOfPerson,
  records: readonly string[],
): Promise<number> {
  const entity_ids = of === undefined ? records : await findBelonging(tx, entity_type, of, records[0]!)
  if (entity_ids.length === 0) return 0
  const trail = { entity_type, entity_ids, names: new Set(names), own: new Set(own) }
  return await eraseFromTrail(tx, by, ctx.newId(), trail)
}

/** @returns the records of the person in the trail, and other erased data */
async function eraseRecord(
  tx: Tx,
  { person_type, person_id: id }: Person,
  mark: string,
): Promise<{ records: string[]; trips?: string[]; counts: RetentionCounts }> {
  if (person_type === 'USER') {
    const email = await eraseUser(tx, id, mark)
    return { records: [id], counts: addCount({}, 'MAILS', await eraseMailsTo(tx, email)) }
  }
  if (person_type === 'CONTACT') {
    const { company_id, email } = await eraseContact(tx, id, mark)
    return { records: [company_id], counts: addCount({}, 'MAILS', email ? await eraseMailsTo(tx, email) : 0) }
  }
  if (person_type === 'PORTAL') {
    const { links, email } = await erasePortalPerson(tx, id, mark)
    return { records: links, counts: addCount({}, 'MAILS', email ? await eraseMailsTo(tx, email) : 0) }
  }
  await eraseDriver(tx, id, mark)
  const trips = await eraseNamesOnTrips(tx, id)
  await eraseNamesInCommands(tx, trips, id)
  await Promise.all([
    eraseLinksOf(tx, id),
    eraseAbsencesOf(tx, id),
    eraseValiditiesOf(tx, id),
    deleteActivitiesOf(tx, id),
  ])
  const samples = addCount({}, 'POSITIONS', await deleteSamplesOf(tx, id))
  const documents = addCount(samples, 'DOCUMENTS', await deleteDocumentsOf(tx, 'RESOURCE', id))
  return { records: [id], trips, counts: addCount(documents, 'DISPATCHES', await eraseDriverFromRevisions(tx, id)) }
}
