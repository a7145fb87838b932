import type { LocationRecord } from '@cartage/contract/locations/endpoints'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { PlaceQuestions } from './place-questions.panel.tsx'
import * as queries from './queries.ts'

/** Precision of the coordinates: given, or derived from town and postal code with a possible error. */
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

/** Lets the user select one of several candidate places, also right after the address changed. */
export function PlaceQuestion({ location }: { location: LocationRecord }) {
  const { estimate, latitude } = location
  const isOpen = estimate === null ? latitude === null : estimate.source === 'AMBIGUOUS'
  const asked = queries.placeQuestionsQuery(location, location.id)
  const questions = useQuery({ ...asked, enabled: isOpen && asked.enabled }).data ?? []
  if (!isOpen || questions.length === 0) return null
  return (
    <div className="mt-2 grid gap-2">
      <p>
        <Trans>
          Until you say which one it is, planning treats the place as unknown. A postal code answers it too.
        </Trans>
      </p>
      <PlaceQuestions questions={questions} />
    </div>
  )
}
