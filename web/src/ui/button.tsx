import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useState } from 'react'
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
  /** What it needs is being loaded. Pressed meanwhile, by hand or by a key, it does its work when that is there. */
  isLoading?: boolean
}

/** A button with a word. At most one of a screen is `brand`. */
export function Button(props: ButtonProps) {
  const {
    children,
    variant = 'outline',
    icon: Icon,
    keys,
    isBusy = false,
    isLoading = false,
    className,
    disabled,
    onClick,
    ...rest
  } = props
  const [early, setEarly] = useEarlyPress(isLoading)
  const works = isBusy || early !== undefined
  // The second press of a double-click does not start the work again. It may come before the button is disabled.
  const startsWork = props.type === 'submit' || props.isBusy !== undefined
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (isLoading) setEarly(event.currentTarget)
    if (isLoading || (startsWork && event.detail > 1)) return event.preventDefault()
    onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      disabled={(disabled && !isLoading) || isBusy}
      aria-busy={works || undefined}
      data-loading={isLoading || undefined}
      className={classNames('btn', variantClass[variant], className)}
    >
      {works ? (
        <LoaderCircle size={14} className="animate-spin" aria-hidden="true" />
      ) : (
        Icon && <Icon size={14} aria-hidden="true" />
      )}
      {children}
      {keys !== undefined && <Keys keys={keys} />}
    </button>
  )
}

/** The button that was pressed while something is being loaded: it is pressed again when that is loaded. */
function useEarlyPress(isLoading: boolean) {
  const [pressed, setPressed] = useState<HTMLButtonElement>()
  useEffect(() => {
    if (isLoading || !pressed) return
    setPressed(undefined)
    // One that turns out to be disabled does nothing.
    pressed.click()
  }, [isLoading, pressed])
  return [pressed, setPressed] as const
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
