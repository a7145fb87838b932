import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { type IconComponent, LoaderCircle } from './icons.tsx'
import { Keys } from './keys.tsx'
import { Tooltip } from './tooltip.tsx'

type Variant = 'brand' | 'outline' | 'ghost' | 'danger'

const variantClass: Record<Variant, string> = {
  brand: 'btn-brand',
  outline: 'btn-outline',
  ghost: 'btn-ghost',
  danger: 'btn-danger',
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  children: ReactNode
  variant?: Variant
  icon?: IconComponent
  /** Shown behind the word, for example `c` or `mod+enter`. The caller binds them. */
  keys?: string
  /** The work it started goes on: it cannot be pressed again. */
  isBusy?: boolean
}

/** A button with a word. At most one of a screen is `brand`. */
export function Button(props: ButtonProps) {
  const {
    children,
    variant = 'outline',
    icon: Icon,
    keys,
    isBusy = false,
    className,
    disabled,
    onClick,
    ...rest
  } = props
  // The second press of a double-click does not start the work again. It may come before the button is disabled.
  const startsWork = props.type === 'submit' || props.isBusy !== undefined
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (startsWork && event.detail > 1) return event.preventDefault()
    onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      className={classNames('btn', variantClass[variant], className)}
    >
      {isBusy ? (
        <LoaderCircle size={14} className="animate-spin" aria-hidden="true" />
      ) : (
        Icon && <Icon size={14} aria-hidden="true" />
      )}
      {children}
      {keys !== undefined && <Keys keys={keys} />}
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconComponent
  /** Read out and shown when the pointer rests on it. */
  label: string
  keys?: string
}

/** A button with an icon alone. */
export function IconButton({ icon: Icon, label, keys, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} keys={keys}>
      <button type="button" {...rest} aria-label={label} className={classNames('btn btn-ghost btn-icon', className)}>
        <Icon size={15} aria-hidden="true" />
      </button>
    </Tooltip>
  )
}
