import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { withFaultText } from '../api/fault-text.ts'
import { NumberProperty } from '../ui/properties/number-property.tsx'
import * as queries from './queries.ts'

/** Geofence radius of a location; when cleared, the tenant's default applies. */
export function FenceLine({ locationId, isEditable }: { locationId: string; isEditable: boolean }) {
  const { t } = useLingui()
  const change = queries.useLocationChange()
  const fence = useQuery(queries.fenceQuery(locationId)).data
  const usual = fence?.usual_radius_m
  const save = (metres: number | null) => withFaultText(change.mutateAsync(() => queries.setFence(locationId, metres)))
  return (
    <NumberProperty
      name={t`Radius (m)`}
      value={fence?.radius_m}
      unit="m"
      isEditable={isEditable && fence !== undefined}
      placeholder={usual === undefined ? '' : t`${usual} (default)`}
      onSave={save}
    />
  )
}
