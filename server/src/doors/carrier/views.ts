import type { CarrierTrip } from '@cartage/contract/doors/app/carrier'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { readStanding } from '../../dispatch/answers/views.ts'
import type { DoorSubject } from '../../http/caller.ts'
import { tripsByIds } from '../../trips/store.ts'
import { readDayFacts } from '../driver/day.views.ts'
import { linkRefused } from '../links.rules.ts'
import { officeContact } from '../office.views.ts'
import { offerFault } from '../requests/rules.ts'
import { offerCurrency, readAgreed, readLastOffer } from '../requests/views.ts'
import { type CarrierAccess, carrierStops, reportFault, type UploadedAtStop, uploadFault } from './rules.ts'

/** Subject of a carrier link. */
export type CarrierSubject = DoorSubject & { door: 'CARRIER' }

const selectHead = statement(
  'doors.find_head_of_carrier',
  `select t.name as sender, t.time_zone, l.label as office, l.shows_price, ${officeContact('phone')} as office_phone
     from tenant t join door_link l on l.tenant_id = $1 and l.door_link_id = $2
    where t.tenant_id = $1`,
)

// The uploader of a document is in the trail: a carrier sees uploads of its own links, and nothing else of the stop.
const selectUploaded = statement(
  'doors.list_documents_of_carrier',
  `select d.subject_id as stop_id,
          json_build_object('document_id', d.document_id, 'document_type', d.document_type, 'name', d.name,
                            'created_at', ${instant('d.created_at')}) as document
     from door_link l
     join audit_record a on a.tenant_id = $1 and a.actor_id = l.door_link_id::text and a.sequence > 0
      and a.entity_type = 'document' and a.action = 'created'
     join document d on d.tenant_id = $1 and d.document_id = a.entity_id::uuid
    where l.tenant_id = $1 and l.trip_id = $2 and l.company_id = $3 and d.subject_type = 'STOP'
    order by d.created_at, d.document_id limit 500`,
)

type Head = Pick<CarrierTrip, 'sender' | 'time_zone' | 'office' | 'office_phone'> & { shows_price: boolean }

/** The trip of a link, with its standing, the carrier's answer and its access. */
export async function openCarrierTrip(tx: Tx, { trip_id, company_id }: CarrierSubject, now: Date) {
  const [standing, [trip]] = await Promise.all([readStanding(tx, trip_id, now), tripsByIds(tx, [trip_id])])
  // A trip that moved to another carrier disables the links of the previous one.
  if (!trip || standing?.company_id !== company_id) throw linkRefused()
  const { name, status } = trip
  const { answer } = standing
  const access: CarrierAccess = { name, status, answer }
  return { trip, standing, answer, access }
}

/**
 * Data of the carrier page (LINK-5).
 * @throws Problem unauthenticated when the trip was removed or has another carrier
 */
export async function readCarrierTrip(
  tx: Tx,
  subject: CarrierSubject,
  linkId: string,
  now: Date,
): Promise<Omit<CarrierTrip, 'language' | 'expires_at'>> {
  const { trip, standing, answer, access } = await openCarrierTrip(tx, subject, now)
  const { trip_id, company_id } = subject
  const [[head], uploaded, offer, offer_currency, agreed] = await Promise.all([
    tx.query<Head>(selectHead, linkId),
    tx.query<UploadedAtStop>(selectUploaded, trip_id, company_id),
    readLastOffer(tx, trip_id, company_id),
    offerCurrency(tx, trip_id),
    readAgreed(tx, trip_id, company_id),
  ])
  const { shows_price, ...shown } = head!
  const facts = await readDayFacts(tx, [trip], shown.time_zone)
  const { state, is_overdue, answer_by, can_answer, company_name } = standing
  const can_offer = offerFault(access) === undefined
  return {
    ...shown,
    company_name,
    name: trip.name,
    status: trip.status,
    ...{ state, is_overdue, answer_by, can_answer },
    answer,
    agreed: shows_price ? agreed : null,
    // An open offer lapses when offers are no longer possible, for example after acceptance at the original price.
    offer: offer?.state === 'OPEN' && !can_offer ? null : offer,
    ...{ offer_currency, can_offer },
    can_report: reportFault(access) === undefined,
    can_upload: uploadFault(access) === undefined,
    stops: carrierStops(trip, facts, { isAccepted: answer?.answer === 'ACCEPTED', uploaded }),
  }
}
