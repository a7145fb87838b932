import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Check, type IconComponent } from '../icons.tsx'
import { Keys } from '../keys.tsx'
import { usePopupPlace } from '../popup-place.tsx'

/** A button (`trigger`) that opens a menu. */
export function Menu({
  trigger,
  align = 'end',
  children,
  finalFocus,
  ...opening
}: {
  trigger: ReactElement
  align?: 'start' | 'end'
  children: ReactNode
  /** For a menu that a key also opens. */
  open?: boolean
  onOpenChange?: (isOpen: boolean) => void
  /** Whether the button regains the focus on closing. True by default. */
  finalFocus?: () => boolean
}) {
  const place = usePopupPlace()
  return (
    <Base.Root {...opening}>
      <Base.Trigger render={trigger} />
      <Base.Portal container={place}>
        <Base.Positioner align={align} sideOffset={4} className="z-30 outline-none">
          <Base.Popup className="pop min-w-44" finalFocus={finalFocus}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** A menu at a position of the page, open until a choice is made or it loses focus. */
export function MenuAt({
  at: { x, y },
  onClose,
  children,
}: {
  at: { x: number; y: number }
  onClose: () => void
  children: ReactNode
}) {
  const place = usePopupPlace()
  const anchor = { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal container={place}>
        <Base.Positioner anchor={anchor} align="start" sideOffset={2} className="z-30 outline-none">
          <Base.Popup className="pop min-w-44">{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface MenuItemProps {
  icon?: IconComponent
  children: ReactNode
  keys?: string
  isDangerous?: boolean
  disabled?: boolean
  onSelect: () => void
}

/** One command of a menu. */
export function MenuItem({
  icon: Icon,
  children,
  keys,
  isDangerous = false,
  disabled = false,
  onSelect,
}: MenuItemProps) {
  return (
    <Base.Item className={classNames('menu-item', isDangerous && 'text-red')} disabled={disabled} onClick={onSelect}>
      {Icon && <Icon size={14} className={isDangerous ? '' : 'text-ink-3'} aria-hidden="true" />}
      <span className="flex-1">{children}</span>
      {keys !== undefined && <Keys keys={keys} />}
    </Base.Item>
  )
}

/** A menu item that toggles a setting. The menu stays open. */
export function MenuCheck({
  isOn,
  onChange,
  children,
}: {
  isOn: boolean
  onChange: (isOn: boolean) => void
  children: ReactNode
}) {
  return (
    <Base.CheckboxItem className="menu-item" checked={isOn} onCheckedChange={onChange}>
      <span className="grid size-3.5 place-items-center">
        <Base.CheckboxItemIndicator>
          <Check size={14} aria-hidden="true" />
        </Base.CheckboxItemIndicator>
      </span>
      <span className="flex-1">{children}</span>
    </Base.CheckboxItem>
  )
}

/** Separator between groups of commands. */
export function MenuLine() {
  return <Base.Separator className="my-1 h-px bg-line" />
}

/** Title of a group of commands. */
export function MenuTitle({ children }: { children: ReactNode }) {
  return <p className="px-2 pt-1 pb-0.5 text-[11px] font-medium text-ink-3">{children}</p>
}
