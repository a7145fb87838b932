import { Menu as Base } from '@base-ui/react/menu'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Check, type IconComponent, X } from '../icons.tsx'
import { usePopupPlace } from '../popup-place.tsx'

/** A value to filter a list by. */
export interface Facet {
  value: string
  label: ReactNode
  /** Number of rows with it under the other filters. */
  count?: number | undefined
}

/** Filters a list by some values of one member. Shows and clears the choice. */
export function FilterMenu({
  title,
  icon: Icon,
  facets,
  chosen,
  onChange,
  isOpenAtFirst = false,
  onClose,
}: {
  title: string
  icon?: IconComponent
  facets: readonly Facet[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  /** For a filter just added: opens its values at once. */
  isOpenAtFirst?: boolean
  onClose?: () => void
}) {
  const { t } = useLingui()
  const place = usePopupPlace()
  const isOn = chosen.length > 0
  // Shows a single value, or the number of several.
  const only = chosen.length === 1 ? facets.find(({ value }) => value === chosen[0]) : undefined
  return (
    <span className="inline-flex items-center">
      <Base.Root defaultOpen={isOpenAtFirst} onOpenChange={(isOpen) => !isOpen && onClose?.()}>
        <Base.Trigger className={classNames('btn btn-ghost', isOn && 'bg-brand-soft pr-1.5 text-brand-ink')}>
          {Icon && <Icon size={14} aria-hidden="true" />}
          {only === undefined ? (
            <>
              {title}
              {isOn && <span className="tnum">{chosen.length}</span>}
            </>
          ) : (
            <span className="max-w-52 truncate">
              {title}: {only.label}
            </span>
          )}
        </Base.Trigger>
        <Base.Portal container={place}>
          <Base.Positioner align="start" sideOffset={4} className="z-30 outline-none">
            <Base.Popup className="pop max-h-96 min-w-52 overflow-y-auto">
              {facets.map(({ value, label, count }) => (
                <Base.CheckboxItem
                  key={value}
                  className="menu-item"
                  checked={chosen.includes(value)}
                  onCheckedChange={(on) => onChange(on ? [...chosen, value] : chosen.filter((one) => one !== value))}
                >
                  <span className="grid size-3.5 place-items-center">
                    <Base.CheckboxItemIndicator>
                      <Check size={14} aria-hidden="true" />
                    </Base.CheckboxItemIndicator>
                  </span>
                  <span className="min-w-0 flex-1 truncate">{label}</span>
                  {count !== undefined && <span className="tnum text-[12px] text-ink-3">{count}</span>}
                </Base.CheckboxItem>
              ))}
              {facets.length === 0 && (
                <p className="px-2 py-1.5 text-ink-3">
                  <Trans>No options</Trans>
                </p>
              )}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
      {isOn && (
        <button
          type="button"
          className="btn btn-ghost btn-icon w-6"
          aria-label={t`Clear ${title}`}
          onClick={() => onChange([])}
        >
          <X size={13} aria-hidden="true" />
        </button>
      )}
    </span>
  )
}
