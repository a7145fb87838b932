import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../records/loaded.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { rawTripQuery } from '../queries.ts'

/** The trip as returned by the API. */
export function RawTab({ tripId }: { tripId: string }) {
  const { t } = useLingui()
  const query = useQuery(rawTripQuery(tripId))
  return (
    <div className="grid gap-3 p-4">
      <p className="text-ink-2">
        <Trans>Response of GET /v1/trips/trip/{tripId}.</Trans>
      </p>
      <Loaded query={query}>{(trip) => <JsonView value={trip} label={t`Trip as JSON`} />}</Loaded>
    </div>
  )
}
