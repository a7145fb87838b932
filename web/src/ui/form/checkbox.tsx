import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Switch as BaseSwitch } from '@base-ui/react/switch'
import type { ReactNode } from 'react'
import { Check, Minus } from '../icons.tsx'

/** A checkbox. `label` names it if no visible text does. */
export function Checkbox({
  isOn,
  isPart = false,
  onChange,
  label,
  disabled = false,
}: {
  isOn: boolean
  /** Indeterminate: some of its rows are selected. */
  isPart?: boolean
  onChange: (isOn: boolean) => void
  label: string
  disabled?: boolean
}) {
  return (
    <Base.Root
      className="check"
      checked={isOn}
      indeterminate={isPart}
      onCheckedChange={onChange}
      aria-label={label}
      disabled={disabled}
    >
      <Base.Indicator className="grid place-items-center">
        {isPart ? (
          <Minus size={12} strokeWidth={3} aria-hidden="true" />
        ) : (
          <Check size={12} strokeWidth={3} aria-hidden="true" />
        )}
      </Base.Indicator>
    </Base.Root>
  )
}

/** A checkbox with a visible label. */
export function CheckField({
  isOn,
  isPart = false,
  onChange,
  children,
  disabled = false,
}: {
  isOn: boolean
  /** Indeterminate: some of its rows are selected. */
  isPart?: boolean
  onChange: (isOn: boolean) => void
  children: ReactNode
  disabled?: boolean
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the checkbox inside
    <label className="flex min-h-7 items-center gap-2">
      <Base.Root className="check" checked={isOn} indeterminate={isPart} onCheckedChange={onChange} disabled={disabled}>
        <Base.Indicator className="grid place-items-center">
          {isPart ? (
            <Minus size={12} strokeWidth={3} aria-hidden="true" />
          ) : (
            <Check size={12} strokeWidth={3} aria-hidden="true" />
          )}
        </Base.Indicator>
      </Base.Root>
      {children}
    </label>
  )
}

/** A switch that takes effect at once. */
export function Switch({
  isOn,
  onChange,
  label,
  disabled = false,
}: {
  isOn: boolean
  onChange: (isOn: boolean) => void
  label: string
  disabled?: boolean
}) {
  return (
    <BaseSwitch.Root
      className="switch"
      checked={isOn}
      onCheckedChange={onChange}
      aria-label={label}
      disabled={disabled}
    >
      <BaseSwitch.Thumb className="switch-thumb" />
    </BaseSwitch.Root>
  )
}
