import type { TripCarrier } from '@cartage/contract/trips/app/list'
import type { TripRecord } from '@cartage/contract/trips/app/record'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { PhoneLink } from '../records/phone-link.tsx'
import { usePermission } from '../session/permission.ts'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { FactStrip, StripFact } from '../ui/page/fact-strip.tsx'
import { CandidateField, type Chosen } from '../verdicts/candidate-field.tsx'
import { type RejectedPlan, rejectedPlanOf } from '../verdicts/rejected-plan.ts'
import { VerdictDialog } from '../verdicts/verdict.dialog.tsx'
import { useTripCommand } from './planning.queries.ts'
import { useKilometres } from './stops/kilometres.ts'
import { Span } from './stops/stop-times.tsx'

/** Single parts of a trip, with the resource types allowed for each. */
const parts = {
  vehicle: ['TRACTOR', 'RIGID', 'VAN'],
  driver: ['DRIVER'],
  trailer: ['TRAILER', 'FULL_TRAILER', 'CHASSIS'],
} as const
type Part = keyof typeof parts
const kinds = { vehicle: 'VEHICLE', driver: 'DRIVER', trailer: 'TRAILER' } as const

/** Summary of a trip: vehicle, driver and trailer, which planners can change here, with times and kilometres. */
export function TripStrip({ record }: { record: TripRecord }) {
  const { t } = useLingui()
  const kilometres = useKilometres()
  const { trip, subcontractor } = record
  const mayChange =
    usePermission('trip.write') && trip.status !== 'COMPLETED' && trip.status !== 'CANCELLED' && subcontractor === null
  const names: Record<Part, string> = { vehicle: t`Vehicle`, driver: t`Driver`, trailer: t`Trailer` }
  return (
    <FactStrip label={t`Trip at a glance`}>
      {subcontractor !== null && (
        <StripFact name={t`Carrier`}>
          <Link
            to="/companies/$companyId"
            params={{ companyId: subcontractor.company_id }}
            className="leading-6 underline-offset-2 hover:underline"
          >
            {subcontractor.name}
          </Link>
        </StripFact>
      )}
      {(Object.keys(parts) as Part[]).map((part) => (
        <PartOf key={part} part={part} name={names[part]} record={record} mayChange={mayChange} />
      ))}
      <StripFact name={t`Planned`}>
        {trip.starts_at === null ? '—' : <Span from={trip.starts_at} to={trip.ends_at} />}
      </StripFact>
      {trip.distance_km !== null && (
        <StripFact name={t`Distance`}>
          <span className="tnum">{kilometres(trip.distance_km, trip.distance_is_estimated)}</span>
        </StripFact>
      )}
    </FactStrip>
  )
}

function isOf({ resource_type }: TripCarrier, part: Part): boolean {
  return (parts[part] as readonly string[]).includes(resource_type)
}

function PartOf({
  part,
  name,
  record,
  mayChange,
}: {
  part: Part
  name: string
  record: TripRecord
  mayChange: boolean
}) {
  const now = record.resources.find((one) => isOf(one, part))
  if (!mayChange) {
    if (now === undefined) return null
    return (
      <StripFact name={name} text={<Side carrier={now} />}>
        <Link
          to="/resources/$resourceId"
          params={{ resourceId: now.resource_id }}
          className="leading-6 underline-offset-2 hover:underline"
        >
          {now.name}
        </Link>
      </StripFact>
    )
  }
  return (
    <StripFact name={name} text={now && <Side carrier={now} />}>
      <Chooser part={part} name={name} record={record} now={now} />
    </StripFact>
  )
}

/** Phone number of a driver, plate of any other resource. */
function Side({ carrier: { phone_number, license_plate, name } }: { carrier: TripCarrier }) {
  if (phone_number) return <PhoneLink number={phone_number} />
  return license_plate === name ? null : <span className="tnum">{license_plate}</span>
}

/** Chooses another vehicle, driver or trailer. A verdict against it can be overridden with a reason. */
function Chooser({
  part,
  name,
  record,
  now,
}: {
  part: Part
  name: string
  record: TripRecord
  now: TripCarrier | undefined
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const [rejected, setRejected] = useState<{ plan: RejectedPlan; chosen: Chosen }>()
  const { mutate, isPending } = useTripCommand(record.trip)
  function choose(chosen: Chosen | null, reason?: string) {
    if (chosen === null || chosen.id === now?.resource_id) return
    const others = record.resources.filter((one) => one !== now).map(({ resource_id }) => resource_id)
    mutate(
      { command: { kind: 'PLACE', trip_id: record.trip.trip_id, resource_ids: [chosen.id, ...others] }, reason },
      {
        onSuccess: () => {
          setRejected(undefined)
          toasts.done(t`${name}: ${chosen.name}`)
        },
        onError(error) {
          const plan = rejectedPlanOf(error)
          if (plan) setRejected({ plan, chosen })
          else toasts.failed(failureOf(error))
        },
      },
    )
  }
  return (
    <>
      <CandidateField
        label={name}
        wanted={{ tripId: record.trip.trip_id, kind: kinds[part], insteadOf: now ? [now.resource_id] : [] }}
        value={now ? { id: now.resource_id, name: now.name } : null}
        onChange={choose}
        placeholder={t`Choose…`}
        disabled={isPending}
        className="-ml-2 w-44 border-transparent bg-transparent shadow-none hover:bg-hover"
      />
      {rejected && (
        <VerdictDialog
          title={t`${name}: ${rejected.chosen.name}`}
          rejectedPlan={rejected.plan}
          verb={t`Assign anyway`}
          isBusy={isPending}
          onClose={() => setRejected(undefined)}
          onOverride={(reason) => choose(rejected.chosen, reason)}
        />
      )}
    </>
  )
}
