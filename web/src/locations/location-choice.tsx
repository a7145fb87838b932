import type { LocationRecord } from '@cartage/contract/locations/endpoints'
import { useLingui } from '@lingui/react/macro'
import { Combobox } from '../ui/form/combobox.tsx'
import { Field } from '../ui/form/field.tsx'
import { findLocations } from './queries.ts'

/** A selectable location. */
export type ChosenLocation = Pick<LocationRecord, 'id' | 'name' | 'city'> & Partial<Pick<LocationRecord, 'time_zone'>>

/** Selects a location by part of its name or town. */
export function LocationChoice({
  label,
  value,
  onChange,
  isMissing,
  fault,
}: {
  label: string
  value: ChosenLocation | null
  onChange: (location: ChosenLocation | null) => void
  /** Nothing was selected when the form was submitted. */
  isMissing: boolean
  /** Error from the server. */
  fault?: string | undefined
}) {
  const { t } = useLingui()
  return (
    <Field label={label} fault={isMissing ? t`Choose a location.` : fault}>
      {(input) => (
        <Combobox<ChosenLocation>
          {...input}
          value={value}
          onChange={onChange}
          queryKey={['locations', 'find']}
          search={findLocations}
          textOf={(one) => one.name ?? one.city ?? one.id}
          keyOf={(one) => one.id}
          sideOf={(one) => one.city}
          placeholder={t`Name or town…`}
        />
      )}
    </Field>
  )
}
