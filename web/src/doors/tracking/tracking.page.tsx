import { getTrackingLogo } from '@cartage/contract/doors/app/logos'
import { getTrackedOrder, type TrackedOrder, type TrackedStop } from '@cartage/contract/doors/app/tracking'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { callDoor } from '../door.queries.ts'
import { DoorMap } from '../kit/door-map.tsx'
import { dayText } from '../kit/moment.ts'
import { Opened } from '../kit/opened.tsx'
import { RailStop } from '../kit/rail.tsx'
import { StopTimes } from '../kit/stop-times.tsx'
import { roleLabels, stateLabels } from './labels.ts'

const everyMinute = 60_000

/** Tracking page of an order, for anyone with its link. */
export function TrackingPage() {
  const query = useQuery({
    queryKey: ['tracked-order'],
    queryFn: () => callDoor(getTrackedOrder, {}),
    refetchInterval: everyMinute,
  })
  return (
    <Opened query={query} logo={getTrackingLogo}>
      {(order) => <Tracked order={order} />}
    </Opened>
  )
}

const tones: Readonly<Record<TrackedOrder['state'], string>> = {
  RECEIVED: 'bg-(--grey-soft) text-(--grey)',
  PLANNED: 'bg-(--blue-soft) text-(--blue)',
  UNDER_WAY: 'bg-(--teal-soft) text-(--teal)',
  DELIVERED: 'bg-(--green-soft) text-green',
  CANCELLED: 'bg-red-soft text-red',
}

function Tracked({ order }: { order: TrackedOrder }) {
  const { t, i18n } = useLingui()
  const { order_number, reference, state, stops, position, expires_at } = order
  const { word, text } = stateLabels[state]
  const day = dayText(i18n, expires_at)
  return (
    <>
      <section className="door-card grid gap-3 p-4">
        <div className="flex flex-wrap items-start justify-between gap-2">
          <div>
            <h1 className="text-[22px] font-semibold leading-7">{t`Order ${order_number}`}</h1>
            {reference !== null && <p className="text-[15px] text-ink-2">{t`Your reference: ${reference}`}</p>}
          </div>
          <span className={`rounded-full px-3 py-1 text-[14px] font-semibold ${tones[state]}`}>{t(word)}</span>
        </div>
        <p className="text-ink-2">{t(text)}</p>
      </section>
      <DoorMap stops={stops} position={position} />
      {stops.length > 0 && (
        <section className="door-card p-4" aria-label={t`Stops`}>
          <ol>
            {stops.map((stop, at) => (
              <RailStop
                // biome-ignore lint/suspicious/noArrayIndexKey: a stop of an order has no other name here
                key={at}
                state={stop.state}
                place={at + 1}
                isLast={at === stops.length - 1}
              >
                <Stop stop={stop} />
              </RailStop>
            ))}
          </ol>
        </section>
      )}
      <p className="text-center text-[14px] text-ink-3">{t`This link works until ${day}`}</p>
    </>
  )
}

function Stop({ stop }: { stop: TrackedStop }) {
  const { t } = useLingui()
  const place = [stop.town, stop.country].filter((part) => part !== null).join(', ')
  return (
    <>
      <h2 className="font-semibold">{place}</h2>
      <p className="text-[15px] text-ink-2">{t(roleLabels[stop.role])}</p>
      <StopTimes stop={stop} />
    </>
  )
}
