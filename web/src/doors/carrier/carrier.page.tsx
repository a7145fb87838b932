import type { CarrierStop, CarrierTrip } from '@cartage/contract/doors/app/carrier'
import { getCarrierLogo } from '@cartage/contract/doors/app/logos'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OfficeContact } from '../kit/contact.tsx'
import { dayText, momentText } from '../kit/moment.ts'
import { DoorNotice } from '../kit/notice.tsx'
import { Opened } from '../kit/opened.tsx'
import { type RailState, RailStop } from '../kit/rail.tsx'
import { AnswerForm } from './answer.form.tsx'
import { Price } from './price.section.tsx'
import { carrierTripQuery } from './queries.ts'
import { StopCard } from './stop-card.tsx'

/** Carrier's page of a trip: answer, stops, reports and uploads. */
export function CarrierPage() {
  const query = useQuery(carrierTripQuery)
  return (
    <Opened query={query} logo={getCarrierLogo}>
      {(trip) => <Carried trip={trip} />}
    </Opened>
  )
}

function Carried({ trip }: { trip: CarrierTrip }) {
  const { t, i18n } = useLingui()
  const { name, company_name, office, stops, can_report, expires_at } = trip
  // Uploads need an accepted trip; the page requests the answer first.
  const canUpload = trip.can_upload && !(trip.can_answer && trip.answer === null)
  const day = dayText(i18n, expires_at)
  return (
    <>
      <section className="door-card p-4">
        <h1 className="text-[22px] font-semibold leading-7">{t`Trip ${name}`}</h1>
        <p className="text-[15px] text-ink-2">{[company_name, office].filter((part) => part !== null).join(' · ')}</p>
      </section>
      <Price trip={trip} />
      <Answer trip={trip} />
      {stops.length > 0 && (
        <section className="door-card p-4" aria-label={t`Stops`}>
          <ol>
            {stops.map((stop, at) => (
              <RailStop key={stop.stop_id} state={railState(stop)} place={at + 1} isLast={at === stops.length - 1}>
                <StopCard stop={stop} canReport={can_report} canUpload={canUpload} />
              </RailStop>
            ))}
          </ol>
        </section>
      )}
      <OfficeContact phone={trip.office_phone} email={null} />
      <p className="text-center text-[14px] text-ink-3">{t`This link works until ${day}`}</p>
    </>
  )
}

function railState({ status }: CarrierStop): RailState {
  if (status === 'COMPLETED') return 'DONE'
  return status === 'AT_STOP' || status === 'CANCELLED' ? status : 'EXPECTED'
}

/** Carrier's answer, or the form for it. */
function Answer({ trip }: { trip: CarrierTrip }) {
  const { t, i18n } = useLingui()
  const [isChanging, setChanging] = useState(false)
  const { answer, answer_by, can_answer, is_overdue, status, time_zone } = trip
  if (status === 'CANCELLED') return <DoorNotice tone="red" title={t`This trip is cancelled`} />
  if (status === 'CREATED') {
    return (
      <DoorNotice
        tone="amber"
        title={t`The plan is being changed`}
        text={t`It can be answered once it is confirmed.`}
      />
    )
  }
  const deadline = answer_by === null ? '' : momentText(i18n, answer_by, time_zone)
  const isOpen = can_answer && (answer === null || isChanging)
  return (
    <>
      {answer !== null && <GivenAnswer answer={answer} />}
      {isOpen && (
        <section className="door-card grid gap-4 p-4">
          <div>
            <h2 className="text-[18px] font-semibold">{t`Will you drive this trip?`}</h2>
            {answer === null && deadline !== '' && (
              <p className={is_overdue ? 'tnum font-medium text-red' : 'tnum text-ink-2'}>
                {is_overdue ? t`An answer was due by ${deadline}` : t`Answer by ${deadline}`}
              </p>
            )}
          </div>
          <AnswerForm
            plate={answer?.plate ?? ''}
            driverName={answer?.driver_name ?? ''}
            mayRefuse={status === 'PLANNED'}
            onDone={() => setChanging(false)}
          />
        </section>
      )}
      {can_answer && answer !== null && (
        <button type="button" className="door-button door-button-outline" onClick={() => setChanging(!isChanging)}>
          {isChanging ? t`Keep the answer` : t`Change the answer`}
        </button>
      )}
    </>
  )
}

function GivenAnswer({ answer }: { answer: NonNullable<CarrierTrip['answer']> }) {
  const { t } = useLingui()
  const { answered_by } = answer
  const by = answered_by === null ? [] : [t`by ${answered_by}`]
  if (answer.answer === 'REFUSED') {
    return (
      <DoorNotice
        tone="grey"
        title={t`You refused this trip`}
        text={[answer.reason, ...by].filter(Boolean).join(' · ')}
      />
    )
  }
  const facts = [answer.plate, answer.driver_name, ...by].filter((part) => part !== null)
  return (
    <DoorNotice tone="green" title={t`You accepted this trip`} {...(facts.length > 0 && { text: facts.join(' · ') })} />
  )
}
