import { useLingui } from '@lingui/react/macro'
import { Field } from '../ui/form/field.tsx'

/** Current password, required before account changes. */
export function CurrentPassword({
  value,
  onChange,
  fault,
}: {
  value: string
  onChange: (password: string) => void
  fault: string | undefined
}) {
  const { t } = useLingui()
  return (
    <Field label={t`Current password`} fault={fault}>
      {(input) => (
        <input
          {...input}
          type="password"
          autoComplete="current-password"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
