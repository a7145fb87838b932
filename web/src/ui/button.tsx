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
  /** Shown after the text, for example `c` or `mod+enter`. The caller binds them. */
  keys?: string
  /** The action is running: prevents pressing again. */
  isBusy?: boolean
  /** What the action needs is still loading. A press meanwhile, by pointer or key, runs once it is loaded. */
  isLoading?: boolean
}

/** A button with text. At most one per screen is `brand`. */
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
  // Ignores the second press of a double-click, which may arrive before the button is disabled.
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

/** Remembers a press while something is loading, and repeats it once loaded. */
function useEarlyPress(isLoading: boolean) {
  const [pressed, setPressed] = useState<HTMLButtonElement>()
  useEffect(() => {
    if (isLoading || !pressed) return
    setPressed(undefined)
    // Does nothing if the button is then disabled.
    pressed.click()
  }, [isLoading, pressed])
  return [pressed, setPressed] as const
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconComponent
  /** Accessible name and tooltip. */
  label: string
  keys?: string
}

/** An icon-only button. */
export function IconButton({ icon: Icon, label, keys, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} keys={keys}>
      <button type="button" {...rest} aria-label={label} className={classNames('btn btn-ghost btn-icon', className)}>
        <Icon size={15} aria-hidden="true" />
      </button>
    </Tooltip>
  )
}
