import type { CarrierStanding, TripAnswer } from '@cartage/contract/dispatch/app/answers'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import {
  currentAnswer,
  type GivenAnswer,
  type SentDispatch,
  type StandingFacts,
  standingOf,
} from '../../trips/standing/rules.ts'
import { standingFacts } from '../../trips/standing/views.ts'
import type { TripStatus } from '../../trips/state.rules.ts'
import { answerFault } from './rules.ts'

interface StandingRow extends Pick<StandingFacts, 'link_answer_by' | 'answer_minutes'> {
  trip_id: string
  name: string
  status: TripStatus
  company_id: string
  company_name: string
  dispatch: SentDispatch | null
  link_at: string | null
  answer: (GivenAnswer & Pick<TripAnswer, 'answered_through' | 'answered_by'>) | null
}

const selectStandings = statement(
  'dispatch.list_carrier_standings',
  `select t.trip_id, t.name, t.status, c.company_id, c.name as company_name,
          ${instant('f.link_at')} as link_at, ${instant('f.answer_by')} as link_answer_by,
          (select s.dispatch_answer_minutes from tenant_setting s where s.tenant_id = $1) as answer_minutes,
          case when f.dispatch_id is not null then json_build_object(
            'revision', f.revision, 'first_revision', f.first_revision, 'first_at', ${instant('f.first_at')},
            'last_at', ${instant('f.last_at')}, 'has_failed', f.has_failed, 'is_outdated', f.is_outdated) end as dispatch,
          case when f.answer is not null then json_build_object(
            'answer', f.answer, 'reason', f.reason, 'plate', f.plate, 'driver_name', f.driver_name,
            'revision', f.answer_revision, 'answered_at', ${instant('f.answered_at')},
            'answered_through', case f.answered_by ->> 'kind' when 'link' then 'LINK' else 'USER' end,
            'answered_by', case f.answered_by ->> 'kind'
              when 'link' then (select k.label from door_link k
                                 where k.tenant_id = $1 and k.door_link_id = (f.answered_by ->> 'id')::uuid)
              when 'user' then (select u.name from app_user u
                                 where u.tenant_id = $1 and u.user_id = (f.answered_by ->> 'id')::uuid)
              end) end as answer
     from trip t
     cross join lateral (${standingFacts('$3::timestamptz')}) f
     join company c on c.tenant_id = $1 and c.company_id = f.carrier_id
    where t.tenant_id = $1 and t.trip_id = any($2::uuid[])`,
)

/** State of trips at their carriers, by trip. Trips of own vehicles, and unknown ones, are left out. */
export async function carrierStandings(
  tx: Tx,
  tripIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, CarrierStanding & { trip_name: string }>> {
  if (tripIds.length === 0) return new Map()
  const rows = await tx.query<StandingRow>(selectStandings, tripIds, now)
  return new Map(rows.map((row) => [row.trip_id, { ...standingRow(row, now), trip_name: row.name }]))
}

function standingRow(row: StandingRow, now: Date): CarrierStanding {
  const { trip_id, company_id, company_name, answer } = row
  const facts = factsOf(row)
  const current = currentAnswer(facts)
  return {
    trip_id,
    company_id,
    company_name,
    ...standingOf(facts, now),
    answer: current === null ? null : answer,
    can_answer: answerFault(row, current, 'ACCEPTED') === undefined,
  }
}

function factsOf({ dispatch, link_at, link_answer_by, answer_minutes, answer }: StandingRow): StandingFacts {
  return {
    dispatch,
    link: link_at === null ? null : { created_at: link_at },
    answer,
    link_answer_by,
    answer_minutes,
  }
}

/** Facts that decide an answer, for one trip and its carrier; undefined for own trips and unknown ones. */
export async function findAnswerFacts(
  tx: Tx,
  tripId: string,
  now: Date,
): Promise<{ companyId: string; facts: StandingFacts } | undefined> {
  const [row] = await tx.query<StandingRow>(selectStandings, [tripId], now)
  return row && { companyId: row.company_id, facts: factsOf(row) }
}

/** State of one trip at its carrier; null without a carrier. */
export async function readStanding(tx: Tx, tripId: string, now: Date): Promise<CarrierStanding | null> {
  const [row] = await tx.query<StandingRow>(selectStandings, [tripId], now)
  return row === undefined ? null : standingRow(row, now)
}
