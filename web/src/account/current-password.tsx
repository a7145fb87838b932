import { useLingui } from '@lingui/react/macro'
import { TextField } from '../ui/form/text-field.tsx'

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
    <TextField
      label={t`Current password`}
      fault={fault}
      type="password"
      autoComplete="current-password"
      value={value}
      onChange={onChange}
    />
  )
}
