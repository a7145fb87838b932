import type { TripDriverAct } from '@cartage/contract/doors/app/driver'
import type { TripRecord } from '@cartage/contract/trips/app/record'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLabels } from '../../records/code-labels.ts'
import { CodeStatus } from '../../records/code-status.tsx'
import { Loaded } from '../../records/loaded.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { When } from '../../ui/time/when.tsx'
import { deviationLabels, driverActLabels, driverOutcomeBadges } from '../driver.labels.ts'
import { tripDriverActsQuery } from '../queries.ts'
import { placeName } from '../trip-steps.tsx'

/** A smaller clock difference is not shown. */
const worthMentionMs = 60_000

/** Driver reports on a trip, with event time and time of receipt. */
export function DriverTab({ record }: { record: TripRecord }) {
  const { trip } = record
  const query = useQuery(tripDriverActsQuery(trip.trip_id))
  return (
    <div className="grid gap-3 p-4">
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-ink-3">
              <Trans>The driver has not reported anything. Create the driver’s link on the page of the driver.</Trans>
            </p>
          ) : (
            <Acts acts={items} record={record} />
          )
        }
      </Loaded>
    </div>
  )
}

function Acts({ acts, record: { trip, places } }: { acts: readonly TripDriverAct[]; record: TripRecord }) {
  const { t } = useLingui()
  const labelOf = useLabels(driverActLabels)
  const stopOf = new Map(trip.stops.map((stop) => [stop.stop_id, stop]))
  return (
    <PlainTable<TripDriverAct>
      label={t`Driver reports`}
      rows={acts}
      keyOf={({ act_id }) => act_id}
      columns={[
        { id: 'happened', title: t`Happened`, width: 'w-40', cell: (act) => <When instant={act.happened_at} /> },
        {
          id: 'report',
          title: t`Report`,
          cell: (act) => (
            <span className="block min-w-0">
              <span className="block truncate font-medium">{labelOf(act.kind)}</span>
              <Detail act={act} />
            </span>
          ),
        },
        {
          id: 'stop',
          title: t`Stop`,
          width: 'w-48',
          cell: ({ stop_id }) => {
            const stop = stopOf.get(stop_id)
            return <span className="block truncate">{stop ? placeName(places, stop) : '—'}</span>
          },
        },
        { id: 'driver', title: t`Driver`, width: 'w-36', cell: ({ driver_name }) => driver_name },
        { id: 'arrived', title: t`Received`, width: 'w-44', cell: (act) => <Received act={act} /> },
        {
          id: 'outcome',
          title: t`Status`,
          width: 'w-36',
          cell: ({ outcome }) => <CodeStatus badges={driverOutcomeBadges} code={outcome} />,
        },
      ]}
    />
  )
}

function Detail({ act: { detail, reason, document_id, kind } }: { act: TripDriverAct }) {
  const labelOf = useLabels(deviationLabels)
  const { seal_numbers, text, signed_by, answers, deviation } = detail as Partial<{
    deviation: { reason: string; quantity: number | null }
    seal_numbers: string[]
    text: string
    signed_by: string
    answers: Record<string, string>
  }>
  const different =
    deviation && [deviation.quantity, labelOf(deviation.reason)].filter((one) => one !== null).join(' × ')
  const labels = [
    different,
    seal_numbers?.join(', '),
    text,
    signed_by,
    answers && Object.values(answers).join(' · '),
    reason,
  ]
  return (
    <span className="block text-[12px] break-words text-ink-3">
      {labels.filter(Boolean).join(' · ')}
      {document_id !== null && (
        <a
          className="pl-1 underline underline-offset-2"
          href={`/app/documents/${document_id}/download`}
          target="_blank"
          rel="noreferrer"
        >
          {kind === 'SIGNATURE' ? <Trans>Open signature</Trans> : <Trans>Open photo</Trans>}
        </a>
      )}
    </span>
  )
}

/** Time of receipt, and the phone's clock offset if it was wrong. */
function Received({ act: { received_at, clock_offset_ms, detail } }: { act: TripDriverAct }) {
  const minutes = Math.round(Math.abs(clock_offset_ms) / 60_000)
  return (
    <span className="block">
      <When instant={received_at} />
      {detail.is_time_uncertain === true && (
        <span className="block text-[12px] text-amber">
          <Trans>The clock of the phone was set: time uncertain</Trans>
        </span>
      )}
      {Math.abs(clock_offset_ms) >= worthMentionMs && (
        <span className="block text-[12px] text-ink-3">
          {clock_offset_ms > 0 ? (
            <Plural value={minutes} one="Phone # minute slow" other="Phone # minutes slow" />
          ) : (
            <Plural value={minutes} one="Phone # minute fast" other="Phone # minutes fast" />
          )}
        </span>
      )}
    </span>
  )
}
