import type { LocationRecord, PlaceCandidate } from '@cartage/contract/locations/endpoints'
import { Trans, useLingui } from '@lingui/react/macro'
import { failureOf } from '../api/failure.ts'
import { Button } from '../ui/button.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import * as queries from './queries.ts'

/** How exactly the place is known: given, or found out from its town and postal code, and how far off it may be. */
export function Precision({ location }: { location: LocationRecord }) {
  const { t } = useLingui()
  const { estimate, latitude } = location
  if (estimate?.source === 'AMBIGUOUS') return t`Unclear: several places have this name`
  if (latitude === null) return null
  if (!location.is_coordinate_estimate) return t`Exact`
  if (!estimate) return t`Town only`
  const { radius_km: km } = estimate
  if (estimate.disagrees) return t`Region of the postal code, up to ${km} km off: no town of this name is known there`
  if (estimate.source === 'GEOCODER') return t`From the geocoder, up to ${km} km off`
  if (estimate.source === 'REGION') return t`Region of the postal code, up to ${km} km off`
  return t`Town only, up to ${km} km off`
}

/** Which of the places that may be meant it is: each by the town it is near. */
export function PlaceQuestion({ location, isEditable }: { location: LocationRecord; isEditable: boolean }) {
  const toasts = useToasts()
  const change = queries.useLocationChange()
  const candidates = location.estimate?.candidates ?? []
  if (candidates.length === 0) return null
  const choose = (candidate: PlaceCandidate) =>
    change.mutate(() => queries.chooseLocationPlace(location.id, candidate), {
      onError: (error) => toasts.failed(failureOf(error)),
    })
  return (
    <div className="mt-2">
      <p>
        <Trans>Which one is it? Until then, planning treats the place as unknown. A postal code answers it too.</Trans>
      </p>
      <ul className="mt-1">
        {candidates.map((candidate) => (
          <li key={`${candidate.latitude} ${candidate.longitude}`} className="py-0.5">
            <Button disabled={!isEditable || change.isPending} onClick={() => choose(candidate)}>
              <CandidateName candidate={candidate} />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function CandidateName({ candidate }: { candidate: PlaceCandidate }) {
  const { near, near_km: km, latitude, longitude } = candidate
  if (near === null) return `${latitude}, ${longitude}`
  if (km === 0) return near
  return (
    <Trans>
      {km} km from {near}
    </Trans>
  )
}
